import { channelsOf } from '#shared/enums.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import type { ArticleInput } from '#domain/articles/article-edit.schema.ts';
import {
  blockIdOf,
  blockIdsIn,
  fieldsOfParts,
  mergeOrders,
  orderIn,
  partNames,
  partsOf,
  withoutIds,
  woven,
  type PartName,
  type Parts,
} from './draft-parts.rules.ts';
import { isSame } from './same-value.rules.ts';
import { DRAFT_FIELDS, type ArticleFields, type DraftField, type DraftFields } from './drafts.schema.ts';

/** Somebody is present in a draft for this long after the last heartbeat. */
export const PRESENT_MS = 30_000;

/** Removed blocks of which a draft remembers who removed them. */
const MAX_REMOVED = 200;

/** The tab of an order that was merged: no tab has seen it yet, not even the one whose save it was. */
const MERGED = 'merged';

/** Which save changed a part last. */
interface PartChange {
  revision: number;
  client: string;
}
interface DraftState {
  fields: DraftFields;
  changes: Readonly<Record<string, PartChange>>;
}
interface Save {
  baseRevision: number;
  client: string;
  parts: Parts;
  /** The order from which that of the parts was made. */
  orderFrom: readonly string[];
}

/** Names of the fields whose values differ, in the order of the form. */
export const differing = (before: ArticleFields, after: ArticleFields): DraftField[] =>
  DRAFT_FIELDS.filter((field) => !isSame(before[field], after[field]));

/**
 * Whether another tab changed a part since the base revision. What the same tab changed last is its own, even if the reply
 * to that save was lost.
 */
const isTheirs = (
  { changes }: DraftState,
  { baseRevision, client }: Omit<Save, 'parts' | 'orderFrom'>,
  part: PartName,
) => {
  const last = changes[part];
  return last !== undefined && last.revision > baseRevision && last.client !== client;
};

/**
 * A draft with a save merged into it, or the parts in conflict: those that another tab has changed since the base
 * revision, with another value.
 */
export function mergeSave(
  draft: DraftState,
  save: Save,
): { conflicts: PartName[] } | { conflicts: null; fields: DraftFields; isOrderMerged: boolean } {
  const before = partsOf(draft.fields);
  const { order: wanted } = save.parts;
  const conflicts = partNames(save.parts).filter(
    (part) => part !== 'order' && !isSame(before[part] ?? null, save.parts[part]) && isTheirs(draft, save, part),
  );
  const after: Parts = { ...before, ...save.parts };
  const present = new Set(blockIdsIn(after));
  const theirs = orderIn(before).filter((id) => present.has(id));
  const mine = [...new Set(orderIn(save.parts))].filter((id) => present.has(id));
  const isOpen = isTheirs(draft, save, 'order');
  const mergedOrder = isOpen ? mergeOrders(save.orderFrom, mine, theirs) : woven(mine, theirs, 'first');
  const order = wanted === undefined ? theirs : mergedOrder;
  if (order === null) conflicts.push('order');
  if (conflicts.length > 0) return { conflicts };
  const fields = fieldsOfParts({ ...after, order });
  return {
    conflicts: null,
    fields,
    isOrderMerged:
      isOpen &&
      !isSame(
        fields.blocks.map(({ id }) => id),
        mine,
      ),
  };
}

/** Which save changed each part last, after another one; `changed` is whether it changed anything. */
export function changesAfter<Change extends PartChange>(
  draft: { fields: DraftFields; changes: Readonly<Record<string, Change>> },
  fields: DraftFields,
  change: Change,
  isOrderMerged: boolean,
): { changed: boolean; changes: Record<string, Change> } {
  const [before, after] = [partsOf(draft.fields), partsOf(fields)];
  // An order does not change by a removal.
  const kept = orderIn(before).filter((id) => after[`block:${id}`] !== undefined);
  const names = partNames({ ...before, ...after }).filter(
    (part) => !isSame(part === 'order' ? kept : before[part], after[part]),
  );
  const all: Record<string, Change> = {
    ...draft.changes,
    ...Object.fromEntries(names.map((part) => [part, change])),
    ...(isOrderMerged && names.includes('order') && { order: { ...change, client: MERGED } }),
  };
  const isRemoved = (part: string) => blockIdOf(part as PartName) !== null && after[part as PartName] === undefined;
  const forgotten = Object.entries(all)
    .filter(([part]) => isRemoved(part))
    .toSorted(([, one], [, other]) => other.revision - one.revision)
    .slice(MAX_REMOVED);
  for (const [part] of forgotten) delete all[part];
  return { changed: names.length > 0, changes: all };
}

/** Parts that others changed since the base revision, which the tab does not have yet. */
export function changedByOthers(draft: DraftState, save: Omit<Save, 'parts' | 'orderFrom'>): Parts {
  const parts = partsOf(draft.fields);
  const names = (Object.keys(draft.changes) as PartName[]).filter((part) => isTheirs(draft, save, part));
  return Object.fromEntries(names.map((part) => [part, parts[part] ?? null]));
}

/** A new draft. News need a section, which the kinds with a single one have from the beginning. */
export const emptyFields = (contentType: ArticleFields['contentType']): ArticleFields => ({
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
export function inputOf(
  { slug, previewContent, blocks, ...fields }: DraftFields,
  articleId: number | null,
): ArticleInput {
  return {
    ...fields,
    blocks: withoutIds(blocks),
    ...(articleId !== null && { id: articleId }),
    ...(slug.trim() && { slug }),
    ...(previewContent.trim() && { previewContent }),
  };
}

/** Channels and programme that an article concerns, for roles with a scope. */
export const scopesOf = ({
  channelBitwise,
  programId,
}: Pick<ArticleFields, 'channelBitwise' | 'programId'>): Scope[] => [
  ...channelsOf(channelBitwise).map((channel): Scope => ({ kind: 'channel', id: String(channel) })),
  ...(programId === null ? [] : [{ kind: 'program' as const, id: String(programId) }]),
];

/** Scopes in both: a role with a scope may neither take an article into it nor out of it. */
export const commonScopes = (one: readonly Scope[], other: readonly Scope[]): Scope[] =>
  one.filter(({ kind, id }) => other.some((scope) => scope.kind === kind && scope.id === id));
