import type { Db, Tx } from '#db/database.ts';
import {
  faultsOfArticle,
  findEditableArticle,
  sanitisedBlock,
  type EditableArticle,
} from '#domain/articles/article-edit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { demandPermission, type StaffActor } from '#shared/staff/staff-actor.ts';
import { previewOf, slugOf } from '#domain/articles/article-edit.rules.ts';
import type { ArticleFault } from '#domain/articles/article-edit.schema.ts';
import { blockIdsIn, changesOf, identified, partsOf, type PartName, type Parts } from './draft-parts.rules.ts';
import {
  changedByOthers,
  changesAfter,
  commonScopes,
  emptyFields,
  inputOf,
  mergeSave,
  PRESENT_MS,
  scopesOf,
} from './drafts.rules.ts';
import { draftFieldsSchema, type ArticleFields, type DraftBlock, type DraftFields } from './drafts.schema.ts';
import {
  findDraft,
  findDraftOfArticle,
  findNames,
  findPresent,
  findRevision,
  findRevisions,
  insertDraft,
  keepPresent,
  lockDraft,
  updateDraft,
  type Draft,
  type Present,
  type Revision,
} from './drafts.store.ts';

export type { Draft } from './drafts.store.ts';

interface Context {
  db: Db;
  now: Date;
}

type Actor = Pick<StaffActor, 'accountId' | 'roles'>;

/** The permission within the scopes. Without the article it is refused to everybody whose roles have a scope. */
function demandEdit(actor: Actor, scopes: readonly Scope[]): void {
  demandPermission(actor, 'articles.edit', scopes);
}

/** What an article has, as fields of a draft. Values that are derived from others are left to be derived again. */
export function fieldsOf(article: EditableArticle): ArticleFields {
  const { id: _id, state: _state, publishAt: _at, withdrawAt: _until, isPublic: _isPublic, ...fields } = article;
  return {
    ...fields,
    slug: fields.slug === slugOf(fields.title) ? '' : fields.slug,
    previewContent: fields.previewContent === previewOf(fields.blocks) ? '' : fields.previewContent,
  };
}

/** Scopes of a draft: those that what is typed and what is public have in common. */
export async function scopesOfDraft(
  tx: Tx,
  draft: { articleId: number | null; fields: Pick<ArticleFields, 'channelBitwise' | 'programId'> },
): Promise<Scope[]> {
  const article = draft.articleId === null ? null : await findEditableArticle(tx, draft.articleId);
  const typed = scopesOf(draft.fields);
  return article === null ? typed : commonScopes(scopesOf(article), typed);
}

/** A draft that the caller may edit. */
async function ownDraft(tx: Tx, actor: Actor, id: number, find: typeof lockDraft = findDraft): Promise<Draft> {
  const draft = isPossibleId(id) ? await find(tx, id) : null;
  demandEdit(actor, draft === null ? [] : await scopesOfDraft(tx, draft));
  if (draft === null) throw new DomainError('dataNotFound');
  return draft;
}

/** Fields of an article as those of a draft; blocks equal to known ones keep their ids. */
export const draftFieldsOf = (fields: ArticleFields, known: readonly DraftBlock[] = []): DraftFields => ({
  ...fields,
  blocks: identified(fields.blocks, known, () => crypto.randomUUID()),
});

/** Begins a new article. */
export async function createDraft(
  { db, now }: Context,
  actor: Actor,
  { contentType, ...given }: Pick<ArticleFields, 'contentType'> & Partial<ArticleFields>,
): Promise<{ id: number }> {
  const fields = draftFieldsOf({ ...emptyFields(contentType), ...given });
  fields.blocks = fields.blocks.map((block) => sanitisedBlock(block));
  demandEdit(actor, scopesOf(fields));
  return db.transaction(async (tx) => {
    const id = await insertDraft(tx, { articleId: null, fields, publishedRevision: null, by: actor.accountId }, now);
    return { id: id! };
  });
}

/** The draft of an article, made from what the article has if there is none. */
export async function draftOfArticle(tx: Tx, accountId: number, article: EditableArticle, now: Date): Promise<number> {
  const draft = {
    articleId: article.id,
    fields: draftFieldsOf(fieldsOf(article)),
    publishedRevision: 1,
    by: accountId,
  };
  return (await insertDraft(tx, draft, now)) ?? (await findDraftOfArticle(tx, article.id))!.id;
}

/** Opens an article of any state: its one draft. */
export async function openArticle({ db, now }: Context, actor: Actor, articleId: number): Promise<{ id: number }> {
  return db.transaction(async (tx) => {
    const article = isPossibleId(articleId) ? await findEditableArticle(tx, articleId) : null;
    demandEdit(actor, article === null ? [] : scopesOf(article));
    if (article === null) throw new DomainError('dataNotFound');
    const id = await draftOfArticle(tx, actor.accountId, article, now);
    await ownDraft(tx, actor, id);
    return { id };
  });
}

export interface OpenDraft {
  draft: Draft;
  changedBy: string;
  article: Pick<EditableArticle, 'id' | 'state' | 'publishAt' | 'withdrawAt' | 'isPublic'> | null;
  /** What prevents its publication. */
  faults: ArticleFault[];
}

export async function getDraft({ db }: Pick<Context, 'db'>, actor: Actor, id: number): Promise<OpenDraft> {
  return db.transaction(async (tx) => {
    const draft = await ownDraft(tx, actor, id);
    const article = draft.articleId === null ? null : await findEditableArticle(tx, draft.articleId);
    const names = await findNames(tx, [draft.changedBy]);
    return {
      draft,
      changedBy: names.get(draft.changedBy) ?? '',
      article,
      faults: await faultsOfArticle({ db: tx }, inputOf(draft.fields, draft.articleId)),
    };
  });
}

export interface Save {
  /** Revision from which the changes were made. */
  baseRevision: number;
  client: string;
  parts: Parts;
  /** The order of blocks from which that of the parts was made. */
  orderFrom: readonly string[];
}

export interface Saved {
  revision: number;
  /** Parts that others changed since the base revision. */
  news: Parts;
  faults: ArticleFault[];
}

/** Thrown by `saveDraft`: `conflict` with both values of each part; null is a removed block. */
async function conflictOf(tx: Tx, draft: Draft, save: Save, parts: readonly PartName[]): Promise<DomainError> {
  const names = await findNames(
    tx,
    parts.map((part) => draft.changes[part]!.accountId),
  );
  const theirs = partsOf(draft.fields);
  const conflicts = parts.map((part) => {
    const { accountId, atMs } = draft.changes[part]!;
    return {
      part,
      theirs: theirs[part] ?? null,
      yours: save.parts[part],
      by: names.get(accountId) ?? '',
      at_ts: Math.floor(atMs / 1000),
    };
  });
  return refused('edited-since', { revision: draft.revision, conflicts });
}

/** Writes fields into a locked draft, with who did it. Raises the revision if anything differs. */
export async function writeFields(
  tx: Tx,
  draft: Draft,
  { client, accountId, fields, isOrderMerged = false }: Writing,
  now: Date,
): Promise<Draft> {
  const revision = draft.revision + 1;
  const change = { revision, client, accountId, atMs: now.getTime() };
  const { changed, changes } = changesAfter(draft, fields, change, isOrderMerged);
  if (!changed) return draft;
  const written = { fields, revision, changes, changedBy: accountId, changedAt: now };
  await updateDraft(tx, draft.id, written);
  return { ...draft, ...written };
}

interface Writing {
  client: string;
  accountId: number;
  fields: DraftFields;
  isOrderMerged?: boolean;
}

/** Parts of a save with sanitised HTML. */
const sanitised = (parts: Parts): Parts => ({
  ...parts,
  ...Object.fromEntries(
    blockIdsIn(parts).map((id) => [`block:${id}`, sanitisedBlock(parts[`block:${id}`] as DraftBlock)]),
  ),
});

/**
 * Saves what was typed into the draft, never into what is public. Changes of different parts are merged; if another tab
 * has changed one of them since the base revision, `conflict` has both values and nothing is saved.
 */
export async function saveDraft({ db, now }: Context, actor: Actor, id: number, given: Save): Promise<Saved> {
  const save = { ...given, parts: sanitised(given.parts) };
  return db.transaction(async (tx) => {
    const draft = await ownDraft(tx, actor, id, lockDraft);
    // The scope in which it would be afterwards, too.
    const typed = { ...draft.fields, ...changesOf(save.parts).fields };
    demandEdit(actor, await scopesOfDraft(tx, { ...draft, fields: typed }));
    const merged = mergeSave(draft, save);
    if (merged.conflicts !== null) throw await conflictOf(tx, draft, save, merged.conflicts);
    const { fields, isOrderMerged } = merged;
    if (!draftFieldsSchema.shape.blocks.safeParse(fields.blocks).success)
      throw impossible('too-much-text', { field: 'blocks' });
    const { accountId } = actor;
    const written = await writeFields(tx, draft, { client: save.client, accountId, fields, isOrderMerged }, now);
    return {
      revision: written.revision,
      news: changedByOthers(written, save),
      faults: await faultsOfArticle({ db: tx }, inputOf(written.fields, written.articleId)),
    };
  });
}

/** Records that a tab has the draft open; returns the others, and the revision. */
export async function noteOpen(
  { db, now }: Context,
  actor: Actor,
  id: number,
  { client, hasTyped }: { client: string; hasTyped: boolean },
): Promise<{ others: Present[]; revision: number }> {
  return db.transaction(async (tx) => {
    const { revision } = await ownDraft(tx, actor, id);
    const since = new Date(now.getTime() - PRESENT_MS);
    await keepPresent(tx, { draftId: id, client, accountId: actor.accountId, hasTyped }, { now, notSince: since });
    return { others: await findPresent(tx, { draftId: id, client, since }), revision };
  });
}

/** A draft whatever its scope, for actions, which check that of their caller themselves. */
export const findDraftFields = async ({ db }: Pick<Context, 'db'>, id: number): Promise<Draft | null> =>
  isPossibleId(id) ? findDraft(db, id) : null;

// REVISIONS

async function demandArticle(db: Db, actor: Actor, articleId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const article = isPossibleId(articleId) ? await findEditableArticle(tx, articleId) : null;
    demandEdit(actor, article === null ? [] : scopesOf(article));
    if (article === null) throw new DomainError('dataNotFound');
  });
}

/** What an article was at its publications, newest first. */
export async function listRevisions(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  articleId: number,
  page: { before: number | null; limit: number },
): Promise<Revision[]> {
  await demandArticle(db, actor, articleId);
  return findRevisions(db, articleId, page);
}

export async function getRevision(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  articleId: number,
  number: number,
): Promise<Revision> {
  await demandArticle(db, actor, articleId);
  const revision = await findRevision(db, articleId, number);
  if (revision === null) throw new DomainError('dataNotFound');
  return revision;
}
