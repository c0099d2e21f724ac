import { isSame } from './same-value.rules.ts';
import type { ArticleFields, DraftBlock, DraftField, DraftFields } from './drafts.schema.ts';

// Parts of a draft: each field, each block, and the order of blocks. Two people who change different parts are merged; two
// who change one of them conflict, but for additions to the order. Shared with the desk, hence without a schema library.

type BlockPart = `block:${string}`;
/** A block's part is a block, or null once it is removed; the order's is a list of ids. */
export type PartName = Exclude<DraftField, 'blocks'> | 'order' | BlockPart;
export type Parts = Partial<Record<PartName, unknown>>;

export const blockPart = (id: string): BlockPart => `block:${id}`;
/** The id of the block whose part it is; null of any other part. */
export const blockIdOf = (part: PartName): string | null => (part.startsWith('block:') ? part.slice(6) : null);
export const partNames = (parts: Parts): PartName[] => Object.keys(parts) as PartName[];
export const orderIn = (parts: Parts): string[] => (parts.order as string[] | undefined) ?? [];

export function partsOf({ blocks, ...fields }: DraftFields): Parts {
  const parts = blocks.map((block) => [blockPart(block.id), block] as const);
  return { ...fields, ...Object.fromEntries(parts), order: blocks.map(({ id }) => id) };
}

/** Ids of the blocks that there are. */
export const blockIdsIn = (parts: Parts): string[] =>
  partNames(parts).flatMap((part) => (parts[part] === null ? [] : (blockIdOf(part) ?? [])));

/** Blocks that the order does not name come last. */
export function fieldsOfParts(parts: Parts): DraftFields {
  const order = new Set([...orderIn(parts), ...blockIdsIn(parts)]);
  const blocks = [...order].flatMap((id) => (parts[blockPart(id)] as DraftBlock | null | undefined) ?? []);
  const fields = partNames(parts).filter((part) => part !== 'order' && blockIdOf(part) === null);
  return { ...Object.fromEntries(fields.map((field) => [field, parts[field]])), blocks } as unknown as DraftFields;
}

/** Blocks as an article has them. */
export const withoutIds = (blocks: readonly DraftBlock[]): ArticleFields['blocks'] =>
  blocks.map(({ id: _id, ...block }) => block);

/** Gives blocks of an article the ids of equal blocks of its draft, and new ids to the others. */
export function identified(
  blocks: ArticleFields['blocks'],
  known: readonly DraftBlock[],
  newId: () => string,
): DraftBlock[] {
  const free = [...known];
  return blocks.map((block) => {
    const at = free.findIndex(({ id: _id, ...content }) => isSame(content, block));
    return { ...block, id: at === -1 ? newId() : free.splice(at, 1)[0]!.id };
  });
}

// THE ORDER

/**
 * A list with what another adds to it: each addition follows the one before it in its own list. Where both lists add at
 * the same place, the additions come first or last.
 */
export function woven(list: readonly string[], other: readonly string[], additions: 'first' | 'last'): string[] {
  const added = new Set(other);
  const result = [...list];
  for (const [i, id] of other.entries()) {
    if (result.includes(id)) continue;
    let at = i === 0 ? 0 : result.indexOf(other[i - 1]!) + 1;
    if (additions === 'last') while (at < result.length && !added.has(result[at]!)) at++;
    result.splice(at, 0, id);
  }
  return result;
}

/**
 * Both changes of an order: every id of either list, once. What only one list has was added by it; removals are changes of
 * blocks. Null if both moved blocks, and differently. What was saved first comes first.
 */
export function mergeOrders(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] | null {
  const [mySet, theirSet] = [new Set(mine), new Set(theirs)];
  const [common, theirCommon] = [mine.filter((id) => theirSet.has(id)), theirs.filter((id) => mySet.has(id))];
  const before = base.filter((id) => mySet.has(id) && theirSet.has(id));
  const known = new Set(before);
  const hasMoved = (order: readonly string[]) =>
    !isSame(
      order.filter((id) => known.has(id)),
      before,
    );
  if (isSame(common, theirCommon) || !hasMoved(common)) return woven(theirs, mine, 'last');
  return hasMoved(theirCommon) ? null : woven(mine, theirs, 'first');
}

// ON THE WIRE

export interface Changes {
  fields: Partial<Omit<DraftFields, 'blocks'>>;
  blocks: DraftBlock[];
  removed: string[];
}

export function changesOf(parts: Parts): Changes {
  const names = partNames(parts);
  const ofBlocks = names.flatMap((part) => blockIdOf(part) ?? []);
  return {
    fields: Object.fromEntries(
      names.filter((part) => part !== 'order' && blockIdOf(part) === null).map((part) => [part, parts[part]]),
    ),
    blocks: ofBlocks.flatMap((id) => (parts[blockPart(id)] as DraftBlock | null) ?? []),
    removed: ofBlocks.filter((id) => parts[blockPart(id)] === null),
  };
}

export const partsOfChanges = ({ fields, blocks, removed }: Changes): Parts => ({
  ...fields,
  ...Object.fromEntries(removed.map((id) => [blockPart(id), null])),
  ...Object.fromEntries(blocks.map((block) => [blockPart(block.id), block])),
});
