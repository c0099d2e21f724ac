import type { Tx } from '#db/database.ts';
import {
  lockEditableArticle,
  publishArticle,
  saveArticle,
  withdrawArticle,
  type EditableArticle,
} from '#domain/articles/article-edit.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { differing, inputOf } from './drafts.rules.ts';
import { withoutIds } from './draft-parts.rules.ts';
import type { ArticleFields } from './drafts.schema.ts';
import { draftFieldsOf, draftOfArticle, fieldsOf, writeFields } from './drafts.ts';
import {
  deleteDraft,
  findLastRevision,
  findRevision,
  insertRevision,
  lockDraft,
  updateDraft,
  type Draft,
} from './drafts.store.ts';

// What becomes public, in the transaction of an action and with its audit event.

interface Call {
  hand: Hand;
  now: Date;
}

/** The client of changes that no tab made. */
const ACTION_CLIENT = 'an-action';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const accountOf = ({ accountId }: Hand): number => {
  if (accountId === undefined) throw new DomainError('invalidParam', 'a draft is changed by a staff account');
  return accountId;
};

/** A locked draft at the revision that its publisher saw; `conflict` at any other. */
async function lockAt(tx: Tx, id: number, revision: number): Promise<Draft> {
  const draft = await lockDraft(tx, id);
  if (draft === null) throw new DomainError('dataNotFound');
  if (draft.revision !== revision) throw refused('edited-since');
  return draft;
}

/** Fields as the audit shows them: text by its length, since the whole is in the revision. */
function shownFields(
  fields: ArticleFields,
  names: readonly (keyof ArticleFields)[],
): Partial<Record<keyof ArticleFields, unknown>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === 'blocks' ? `${fields.blocks.length} / ${plainText(fields.blocks).length}` : fields[name],
    ]),
  );
}

const instantText = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** An instant may pass while its press is confirmed. */
const LATE_MS = 10 * 60_000;

export interface Publication {
  draftId: number;
  /** The draft's, as its publisher saw it. */
  revision: number;
  /** Absent: at once. */
  publishAt?: Date | undefined;
  /** Null: without an end. */
  withdrawAt: Date | null;
  /** A correction's note to readers. */
  note?: string;
}

/**
 * Writes a draft into its article, which is or becomes public at an instant, and keeps it as a revision. An article that
 * is public keeps the instant of its publication. `invalidParam` names the faulty fields.
 */
export async function publishDraft(
  tx: Tx,
  { hand, now }: Call,
  { draftId, revision, publishAt, withdrawAt, note = '' }: Publication,
): Promise<{ articleId: number; number: number }> {
  const action = note === '' ? 'articles.publish' : 'articles.correct';
  const draft = await lockAt(tx, draftId, revision);
  const former = draft.articleId === null ? null : await lockEditableArticle(tx, draft.articleId);
  const isPublic = former?.isPublic ?? false;
  if (isPublic && publishAt !== undefined && publishAt > now)
    throw impossible('article-public-already', { field: 'publish_ts' });
  // A slip of the day or the hour would publish at once.
  if (!isPublic && publishAt !== undefined && publishAt.getTime() < now.getTime() - LATE_MS)
    throw impossible('publication-past', { field: 'publish_ts' });

  const { id: articleId } = await saveArticle({ db: tx, now }, inputOf(draft.fields, draft.articleId));
  await publishArticle(
    { db: tx, now },
    { id: articleId, publishAt: former?.isPublic ? former.publishAt : publishAt, withdrawAt },
  );
  const article = (await lockEditableArticle(tx, articleId))!;
  const number = await keepRevision(tx, { former, article, note, accountId: accountOf(hand) }, now);
  await updateDraft(tx, draftId, { articleId, publishedRevision: draft.revision });

  const before = former && fieldsOf(former);
  const after = fieldsOf(article);
  const names = before ? differing(before, after) : (['contentType', 'title', 'caption', 'blocks'] as const);
  await recordAudit(
    tx,
    hand,
    {
      action,
      subject: ['article', articleId],
      before: {
        ...(before && shownFields(before, names)),
        state: former?.state ?? null,
        ...(former && former.state !== 'draft' && { publish_at: instantText(former.publishAt) }),
        ...(former?.withdrawAt && { withdraw_at: instantText(former.withdrawAt) }),
      },
      after: {
        ...shownFields(after, names),
        state: article.state,
        publish_at: isPublic || publishAt ? instantText(article.publishAt) : 'now',
        ...(withdrawAt && { withdraw_at: instantText(withdrawAt) }),
        ...(note && { note }),
        revision: number,
      },
    },
    now,
  );
  return { articleId, number };
}

/** Keeps what an article now is; before the first time, also what it was, so that it can be restored. */
async function keepRevision(
  tx: Tx,
  {
    former,
    article,
    note,
    accountId,
  }: { former: EditableArticle | null; article: EditableArticle; note: string; accountId: number },
  now: Date,
): Promise<number> {
  let last = await findLastRevision(tx, article.id);
  const row = (of: EditableArticle) => ({
    articleId: of.id,
    publishAt: of.publishAt,
    withdrawAt: of.withdrawAt,
    fields: fieldsOf(of),
    createdAt: now,
  });
  if (last === 0 && former) await insertRevision(tx, { ...row(former), number: ++last, accountId: null });
  await insertRevision(tx, { ...row(article), number: last + 1, note, accountId });
  return last + 1;
}

/** Publishes a change of a public article at once, with a note to readers at its end. */
export async function correctArticle(
  tx: Tx,
  call: Call,
  { draftId, revision, note }: { draftId: number; revision: number; note: string },
): Promise<{ articleId: number; number: number }> {
  const draft = await lockAt(tx, draftId, revision);
  const article = draft.articleId === null ? null : await lockEditableArticle(tx, draft.articleId);
  if (!article?.isPublic) throw refused('article-not-public');
  const remark = { id: crypto.randomUUID(), type: 1 as const, html: `<p><em>${escaped(note)}</em></p>` };
  const fields = { ...draft.fields, blocks: [...draft.fields.blocks, remark] };
  const written = await writeFields(
    tx,
    draft,
    { client: ACTION_CLIENT, accountId: accountOf(call.hand), fields },
    call.now,
  );
  const { withdrawAt } = article;
  return publishDraft(tx, call, { draftId, revision: written.revision, withdrawAt, note });
}

/** Takes an article off every page, call, feed and cache. Its draft stays. */
export async function withdrawByHand(tx: Tx, { hand, now }: Call, articleId: number): Promise<void> {
  const article = await lockEditableArticle(tx, articleId);
  if (article === null) throw new DomainError('dataNotFound');
  if (article.state !== 'published') throw refused('article-not-published');
  await withdrawArticle({ db: tx, now }, { id: articleId });
  await recordAudit(
    tx,
    hand,
    {
      action: 'articles.withdraw',
      subject: ['article', articleId],
      before: { title: article.title, state: 'published', publish_at: instantText(article.publishAt) },
      after: { title: article.title, state: 'withdrawn' },
    },
    now,
  );
}

/** Puts a revision into the article's draft, where it waits to be published. */
export async function restoreRevision(
  tx: Tx,
  { hand, now }: Call,
  { articleId, number }: { articleId: number; number: number },
): Promise<{ draftId: number }> {
  const article = await lockEditableArticle(tx, articleId);
  const revision = article === null ? null : await findRevision(tx, articleId, number);
  if (article === null || revision === null) throw new DomainError('dataNotFound');
  const accountId = accountOf(hand);
  const draft = (await lockDraft(tx, await draftOfArticle(tx, accountId, article, now)))!;
  const changed = differing({ ...draft.fields, blocks: withoutIds(draft.fields.blocks) }, revision.fields);
  const fields = draftFieldsOf(revision.fields, draft.fields.blocks);
  await writeFields(tx, draft, { client: ACTION_CLIENT, accountId, fields }, now);
  await recordAudit(
    tx,
    hand,
    {
      action: 'articles.restore',
      subject: ['article', articleId],
      before: shownFields(draft.fields, changed),
      after: { ...shownFields(revision.fields, changed), revision: number },
    },
    now,
  );
  return { draftId: draft.id };
}

/** Discards a draft. An article stays as it is. */
export async function discardDraft(
  tx: Tx,
  { hand, now }: Call,
  { draftId, revision }: { draftId: number; revision: number },
): Promise<void> {
  const { articleId, fields } = await lockAt(tx, draftId, revision);
  await deleteDraft(tx, draftId);
  await recordAudit(
    tx,
    hand,
    {
      action: 'drafts.discard',
      subject: articleId === null ? ['draft', draftId] : ['article', articleId],
      before: { ...shownFields(fields, ['title', 'blocks']), draft: draftId },
      after: { draft: null },
    },
    now,
  );
}
