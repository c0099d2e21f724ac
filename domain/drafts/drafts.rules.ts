import { channelsOf } from '#shared/enums.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import type { ArticleInput } from '#domain/articles/article-edit.schema.ts';
import { isSame } from './same-value.rules.ts';
import { DRAFT_FIELDS, type ChangedFields, type DraftField, type DraftFields } from './drafts.schema.ts';

/** Somebody is present in a draft for this long after the last heartbeat. */
export const PRESENT_MS = 30_000;

/** Which save changed a field last. */
interface FieldChange {
  revision: number;
  client: string;
}

/** Names of the fields whose values differ, in the order of the form. */
export const differing = (before: DraftFields, after: ChangedFields): DraftField[] =>
  DRAFT_FIELDS.filter((field) => field in after && !isSame(before[field], after[field]));

/**
 * Changed fields that another tab has changed since the base revision, with another value. A field that the same tab
 * changed last is none: that save was its own, even if its reply was lost.
 */
export const conflicting = (
  draft: { fields: DraftFields; changes: Readonly<Record<string, FieldChange>> },
  save: { baseRevision: number; client: string; fields: ChangedFields },
): DraftField[] =>
  differing(draft.fields, save.fields).filter((field) => {
    const last = draft.changes[field];
    return last !== undefined && last.revision > save.baseRevision && last.client !== save.client;
  });

/** Fields that others changed since the base revision, which the tab does not have yet. */
export const changedByOthers = (
  draft: { fields: DraftFields; changes: Readonly<Record<string, FieldChange>> },
  { baseRevision, client }: { baseRevision: number; client: string },
): ChangedFields =>
  Object.fromEntries(
    DRAFT_FIELDS.filter((field) => {
      const last = draft.changes[field];
      return last !== undefined && last.revision > baseRevision && last.client !== client;
    }).map((field) => [field, draft.fields[field]]),
  );

/** A new draft. News need a section, which the kinds with a single one have from the beginning. */
export const emptyFields = (contentType: DraftFields['contentType']): DraftFields => ({
  contentType,
  title: '',
  slug: '',
  caption: '',
  previewContent: '',
  blocks: [{ type: 1, html: '' }],
  layoutTemplate: 1,
  keyart: '',
  keyartCredit: '',
  columnId: null,
  categoryId: null,
  section: contentType === 305 ? 'editorial' : contentType === 306 ? 'traffic' : null,
  isRoadCoop: false,
  severity: null,
  isHot: false,
  programId: null,
  channelBitwise: 0,
  byline: '',
});

/** As `saveArticle` takes it. */
export function inputOf({ slug, previewContent, ...fields }: DraftFields, articleId: number | null): ArticleInput {
  return {
    ...fields,
    ...(articleId !== null && { id: articleId }),
    ...(slug.trim() && { slug }),
    ...(previewContent.trim() && { previewContent }),
  };
}

/** Channels and programme that an article concerns, for roles with a scope. */
export const scopesOf = ({ channelBitwise, programId }: Pick<DraftFields, 'channelBitwise' | 'programId'>): Scope[] => [
  ...channelsOf(channelBitwise).map((channel): Scope => ({ kind: 'channel', id: String(channel) })),
  ...(programId === null ? [] : [{ kind: 'program' as const, id: String(programId) }]),
];

/** Scopes in both: a role with a scope may neither take an article into it nor out of it. */
export const commonScopes = (one: readonly Scope[], other: readonly Scope[]): Scope[] =>
  one.filter(({ kind, id }) => other.some((scope) => scope.kind === kind && scope.id === id));
