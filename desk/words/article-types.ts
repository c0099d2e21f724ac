import type { Changes, PartName } from '#domain/drafts/draft-parts.rules.ts';
import type { DraftFields } from '#domain/drafts/drafts.schema.ts';

// Replies of the calls for articles, as the desk receives them.

export type { ArticleFields, DraftBlock, DraftField, DraftFields } from '#domain/drafts/drafts.schema.ts';
export type ChangedFields = Partial<DraftFields>;

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
  /** As published now. */
  state: ListedState;
  publish_ts: number | null;
  withdraw_ts: number | null;
  faults: Fault[];
}

/** What a save sends: changed parts, and the order of blocks with that from which it was made. */
export interface SaveBody extends Changes {
  base_revision: number;
  client: string;
  order?: { from: string[]; to: string[] };
}

/** With what others changed. */
export interface Saved extends Changes {
  revision: number;
  order?: string[] | undefined;
  faults: Fault[];
}

export interface ConflictDetail {
  revision: number;
  conflicts: { part: PartName; theirs: unknown; yours: unknown; by: string; at_ts: number }[];
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
