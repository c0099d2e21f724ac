import type { Db, Tx } from '#db/database.ts';
import type { FieldChange } from '#db/tables/drafts.ts';
import {
  cleanBlocks,
  faultsOfArticle,
  findEditableArticle,
  type EditableArticle,
} from '#domain/articles/article-edit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { demandPermission, type StaffActor } from '#shared/staff/staff-actor.ts';
import { previewOf, slugOf } from '#domain/articles/article-edit.rules.ts';
import type { ArticleFault } from '#domain/articles/article-edit.schema.ts';
import {
  commonScopes,
  conflicting,
  differing,
  emptyFields,
  inputOf,
  changedByOthers,
  PRESENT_MS,
  scopesOf,
} from './drafts.rules.ts';
import type { ChangedFields, DraftField, DraftFields } from './drafts.schema.ts';
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
export function fieldsOf(article: EditableArticle): DraftFields {
  const { id: _id, state: _state, publishAt: _at, withdrawAt: _until, isPublic: _isPublic, ...fields } = article;
  return {
    ...fields,
    slug: fields.slug === slugOf(fields.title) ? '' : fields.slug,
    previewContent: fields.previewContent === previewOf(fields.blocks) ? '' : fields.previewContent,
  };
}

/** Scopes of a draft: those that what is typed and what is public have in common. */
export async function scopesOfDraft(tx: Tx, draft: Pick<Draft, 'articleId' | 'fields'>): Promise<Scope[]> {
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

/** Begins a new article. */
export async function createDraft(
  { db, now }: Context,
  actor: Actor,
  { contentType, ...given }: Pick<DraftFields, 'contentType'> & ChangedFields,
): Promise<{ id: number }> {
  const fields = { ...emptyFields(contentType), ...given };
  demandEdit(actor, scopesOf(fields));
  return db.transaction(async (tx) => {
    const id = await insertDraft(tx, { articleId: null, fields, publishedRevision: null, by: actor.accountId }, now);
    return { id: id! };
  });
}

/** The draft of an article, made from what the article has if there is none. */
export async function draftOfArticle(tx: Tx, accountId: number, article: EditableArticle, now: Date): Promise<number> {
  const draft = { articleId: article.id, fields: fieldsOf(article), publishedRevision: 1, by: accountId };
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
  fields: ChangedFields;
}

export interface Saved {
  revision: number;
  /** Fields that others changed since the base revision. */
  news: ChangedFields;
  faults: ArticleFault[];
}

/** Thrown by `saveDraft`: `conflict` with both values of each field. */
async function conflictOf(tx: Tx, draft: Draft, save: Save, fields: readonly DraftField[]): Promise<DomainError> {
  const names = await findNames(
    tx,
    fields.map((field) => draft.changes[field]!.accountId),
  );
  const conflicts = fields.map((field) => {
    const { accountId, atMs } = draft.changes[field]!;
    return {
      field,
      theirs: draft.fields[field],
      yours: save.fields[field],
      by: names.get(accountId) ?? '',
      at_ts: Math.floor(atMs / 1000),
    };
  });
  return new DomainError('conflict', { revision: draft.revision, conflicts });
}

/** Writes changed fields into a locked draft, with who did it. Raises the revision if anything differs. */
export async function writeFields(
  tx: Tx,
  draft: Draft,
  { client, accountId, fields }: { client: string; accountId: number; fields: ChangedFields },
  now: Date,
): Promise<Draft> {
  const changed = differing(draft.fields, fields);
  if (changed.length === 0) return draft;
  const revision = draft.revision + 1;
  const change: FieldChange = { revision, client, accountId, atMs: now.getTime() };
  const written = {
    fields: { ...draft.fields, ...fields } as DraftFields,
    revision,
    changes: { ...draft.changes, ...Object.fromEntries(changed.map((field) => [field, change])) },
    changedBy: accountId,
    changedAt: now,
  };
  await updateDraft(tx, draft.id, written);
  return { ...draft, ...written };
}

/**
 * Saves what was typed into the draft, never into what is public. Changes of different fields are merged; if another tab
 * has changed one of them since the base revision, `conflict` has both values and nothing is saved.
 */
export async function saveDraft({ db, now }: Context, actor: Actor, id: number, given: Save): Promise<Saved> {
  const { blocks } = given.fields;
  const save: Save =
    blocks === undefined ? given : { ...given, fields: { ...given.fields, blocks: cleanBlocks(blocks) } };
  return db.transaction(async (tx) => {
    const draft = await ownDraft(tx, actor, id, lockDraft);
    // The scope in which it would be afterwards, too.
    demandEdit(
      actor,
      await scopesOfDraft(tx, { ...draft, fields: { ...draft.fields, ...save.fields } as DraftFields }),
    );
    const conflicts = conflicting(draft, save);
    if (conflicts.length > 0) throw await conflictOf(tx, draft, save, conflicts);
    const { accountId } = actor;
    const written = await writeFields(tx, draft, { client: save.client, accountId, fields: save.fields }, now);
    return {
      revision: written.revision,
      news: changedByOthers(written, save),
      faults: await faultsOfArticle({ db: tx }, inputOf(written.fields, written.articleId)),
    };
  });
}

/** Tells that a tab has the draft open; answers who else does, and the revision. */
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
