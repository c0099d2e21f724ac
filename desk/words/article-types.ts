import type { DraftBlock, DraftField, DraftFields } from '#domain/drafts/drafts.schema.ts';

// Replies of the calls for articles, as the desk receives them.

export type { ChangedFields, DraftBlock, DraftField, DraftFields } from '#domain/drafts/drafts.schema.ts';

type ListedState = 'draft' | 'scheduled' | 'published' | 'withdrawn';

export interface ListedArticle {
  draft_id: number | null;
  article_id: number | null;
  content_type: number;
  title: string;
  state: ListedState;
  has_changes: boolean;
  publish_ts: number | null;
  withdraw_ts: number | null;
  changed_ts: number;
  changed_by: string | null;
}

/** Why a field, or a part of a block, cannot be published. */
export interface Fault {
  field: string;
  block: number | null;
  part: string | null;
  problem: 'missing' | 'too-long' | 'invalid' | 'not-found';
}

export interface Draft {
  draft_id: number;
  article_id: number | null;
  fields: DraftFields;
  revision: number;
  published_revision: number | null;
  changed_ts: number;
  changed_by: string;
  /** As readers have it now. */
  state: ListedState;
  publish_ts: number | null;
  withdraw_ts: number | null;
  faults: Fault[];
}

export interface Saved {
  revision: number;
  /** Fields that others changed. */
  fields: Partial<DraftFields>;
  faults: Fault[];
}

export interface ConflictDetail {
  revision: number;
  conflicts: { field: DraftField; theirs: unknown; yours: unknown; by: string; at_ts: number }[];
}

interface Choice {
  id: number;
  name: string;
}
export interface Choices {
  columns: Choice[];
  categories: (Choice & { content_type: number })[];
  programs: Choice[];
  recordings: (Choice & { kind: number; duration_ms: number })[];
}

export interface Revision {
  number: number;
  title: string;
  note: string;
  name: string | null;
  created_ts: number;
}

/** Ids of blocks, so that each keeps its editor and focus while it is changed or moved. */
const keys = new WeakMap<DraftBlock, string>();
let lastKey = 0;

export function blockKey(block: DraftBlock): string {
  const known = keys.get(block);
  if (known !== undefined) return known;
  const key = `block-${++lastKey}`;
  keys.set(block, key);
  return key;
}

/** A changed block that stays the same one. */
export function changedBlock<Block extends DraftBlock>(block: Block, change: Partial<Block>): Block {
  const changed = { ...block, ...change };
  keys.set(changed, blockKey(block));
  return changed;
}
