import type { RichNode } from '#shared/text/rich-text.ts';
import type { ChannelId } from '#shared/enums.ts';

/** Entries of one live blog. */
export const MAX_ENTRIES = 2_000;
/** Characters of an entry's HTML. */
export const MAX_HTML = 8_000;
export const MAX_NOTE = 300;
/** Entries on one page. */
export const ENTRIES_A_PAGE = 40;
/** Maximum changes that an open page catches up with; one further behind must reload. */
export const MAX_MISSED = 200;
/** The second that is marked as on air now is this far back: the editor has just heard it. */
export const HEARD_AGO_SECONDS = 10;

/** The place of an entry in its page. */
export const entryAnchor = (id: number): string => `entry-${id}`;

/** An entry on the wire and in pages: the same object in the HTML, in events and in the poll. */
export interface EntryView {
  id: number;
  /** Number of its last change. */
  sequence: number;
  posted_ts: number;
  /** Empty: not shown. */
  byline: string;
  blocks: (
    | { kind: 'text'; nodes: RichNode[] }
    | { kind: 'image'; picture: string; alt: string; caption: string; credit: string }
  )[];
  /** The second of sound that it refers to. */
  sound: { channel: ChannelId; at_ts: number } | null;
  is_pinned: boolean;
  corrections: { at_ts: number; note: string }[];
  /** A withdrawn entry has no blocks, sound or corrections. */
  withdrawn: { at_ts: number; note: string } | null;
}

export interface LiveBlogView {
  article_id: number;
  /** Last change that the page has. */
  sequence: number;
  opened_ts: number;
  /** Null: open. */
  closed_ts: number | null;
  /** Newest first, without the pinned one. */
  entries: EntryView[];
  pinned: EntryView | null;
  /** The entry with which the next page begins; null: none. */
  older_id: number | null;
  /** Whether it begins with the newest entry. */
  is_newest: boolean;
}

/** What the poll answers, and what the events of a stream amount to. */
export interface LiveChanges {
  sequence: number;
  closed_ts: number | null;
  /** In the order of their changes. */
  entries: EntryView[];
  /** The reader has missed too much, and loads the page again. */
  is_reset: boolean;
}

/** A live blog after changes. Applying them twice, or in parts, gives the same. */
export function afterChanges(
  blog: LiveBlogView,
  { sequence, closed_ts: closedTs, entries }: LiveChanges,
): LiveBlogView {
  if (sequence < blog.sequence) return blog;
  const known = new Map<number, EntryView>();
  for (const entry of [...blog.entries, ...(blog.pinned ? [blog.pinned] : []), ...entries]) {
    const former = known.get(entry.id);
    if (former === undefined || former.sequence <= entry.sequence) known.set(entry.id, entry);
  }
  const all = [...known.values()].toSorted((a, b) => b.id - a.id);
  const oldest = Math.min(...blog.entries.map(({ id }) => id), Infinity);
  // What is older than the page belongs to another one.
  const isHere = (id: number) => blog.older_id === null || id >= oldest;
  return {
    ...blog,
    sequence,
    closed_ts: closedTs,
    pinned: all.find((entry) => entry.is_pinned) ?? null,
    entries: all.filter((entry) => !entry.is_pinned && isHere(entry.id)),
  };
}
