import type { Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cleanBlocks, findEditableArticle } from '#domain/articles/article-edit.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ContentBlockType, type ChannelId } from '#shared/enums.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { MAX_ENTRIES } from './live-blogs.rules.ts';
import {
  countEntries,
  findEntry,
  findPinned,
  insertEntry,
  insertEntryRevision,
  insertLiveBlog,
  lockLiveBlog,
  nextSequence,
  setClosed,
  updateEntry,
  type Entry,
  type LiveBlog,
} from './live-blogs.store.ts';

// What staff change. Each change locks its live blog, takes the next number and purges the page, by which streams learn of it.

interface Call {
  hand: Hand;
  now: Date;
}

export interface EntryInput {
  html: string;
  picture: { picture: string; alt: string; caption?: string | undefined; credit?: string | undefined } | null;
  sound: { channel: ChannelId; at: Date } | null;
}

/** The beginning of a text, for previews and the audit. */
const SHOWN_CHARS = 200;

const accountOf = ({ accountId }: Hand): number => {
  if (accountId === undefined) throw new DomainError('invalidParam', 'a live blog is written by a staff account');
  return accountId;
};

/** Purges what shows the live blog. Lists show whether it is open. */
async function announce(tx: Tx, articleId: number, { inLists = false } = {}): Promise<void> {
  const article = inLists ? await findEditableArticle(tx, articleId) : null;
  await purgePages(tx, [`article:${articleId}`, ...(article ? [`articles:${article.contentType}`] : [])]);
}

async function demandPublicNews(tx: Tx, articleId: number): Promise<void> {
  const article = await findEditableArticle(tx, articleId);
  if (article === null) throw new DomainError('dataNotFound');
  if (article.section === null) throw impossible('live-blog-of-news');
  if (!article.isPublic) throw refused('article-not-public');
}

/** Opens the live blog of a public news article, or opens it again. */
export async function openLiveBlog(tx: Tx, { hand, now }: Call, articleId: number): Promise<void> {
  await demandPublicNews(tx, articleId);
  const former = await lockLiveBlog(tx, articleId);
  if (former?.closedAt === null) throw refused('live-blog-open');
  if (former === null) await insertLiveBlog(tx, articleId, now);
  else await setClosed(tx, articleId, null);
  await nextSequence(tx, articleId);
  await announce(tx, articleId, { inLists: true });
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.open',
      subject: ['live-blog', articleId],
      before: { state: former === null ? null : 'closed' },
      after: { state: 'open' },
    },
    now,
  );
}

async function lockOpen(tx: Tx, articleId: number): Promise<LiveBlog> {
  const blog = await lockLiveBlog(tx, articleId);
  if (blog === null) throw new DomainError('dataNotFound');
  if (blog.closedAt !== null) throw refused('live-blog-closed');
  return blog;
}

/** Closes a live blog: it stays readable, and open pages stop listening. */
export async function closeLiveBlog(tx: Tx, { hand, now }: Call, articleId: number): Promise<void> {
  const { openedAt } = await lockOpen(tx, articleId);
  await setClosed(tx, articleId, now < openedAt ? openedAt : now);
  await nextSequence(tx, articleId);
  await announce(tx, articleId, { inLists: true });
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.close',
      subject: ['live-blog', articleId],
      before: { state: 'open' },
      after: { state: 'closed' },
    },
    now,
  );
}

/** `invalidParam` if nothing is left of an entry once its HTML is sanitised. */
function blocksOf({ html, picture }: EntryInput): ContentBlock[] {
  const image = picture && {
    type: ContentBlockType.IMAGE,
    picture: picture.picture,
    alt: picture.alt,
    ...(picture.caption && { caption: picture.caption }),
    ...(picture.credit && { credit: picture.credit }),
  };
  const blocks = cleanBlocks([{ type: ContentBlockType.TEXT, html }, ...(image ? [image] : [])]);
  if (plainText(blocks.filter(({ type }) => type === ContentBlockType.TEXT)) === '')
    throw impossible('page-empty', { field: 'html' });
  return blocks;
}

const soundOf = ({ sound }: EntryInput, now: Date) => {
  if (sound !== null && sound.at > now) throw impossible('end-in-future', { field: 'sound' });
  return { channel: sound?.channel ?? null, heardAt: sound?.at ?? null };
};

const shown = ({ blocks, channel, heardAt }: Pick<Entry, 'blocks' | 'channel' | 'heardAt'>) => ({
  blocks: Array.from(plainText(blocks)).slice(0, SHOWN_CHARS).join(''),
  ...(channel !== null && { channel, at: heardAt!.toISOString() }),
});

/** Adds an entry to an open live blog. */
export async function postEntry(
  tx: Tx,
  { hand, now }: Call,
  { articleId, isSigned, ...input }: EntryInput & { articleId: number; isSigned: boolean },
): Promise<number> {
  await demandPublicNews(tx, articleId);
  await lockOpen(tx, articleId);
  if ((await countEntries(tx, articleId)) >= MAX_ENTRIES) throw refused('live-blog-full', { max: MAX_ENTRIES });
  const entry = { blocks: blocksOf(input), ...soundOf(input, now), byline: isSigned ? hand.who : '' };
  const sequence = await nextSequence(tx, articleId);
  const id = await insertEntry(tx, { ...entry, articleId, sequence, postedAt: now, postedBy: accountOf(hand) });
  await announce(tx, articleId);
  const { byline } = entry;
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.post',
      subject: ['live-entry', id],
      after: { articleId, ...shown(entry), ...(byline && { byline }) },
    },
    now,
  );
  return id;
}

/** An entry, with its live blog locked. */
async function lockEntry(tx: Tx, id: number): Promise<Entry> {
  const found = await findEntry(tx, id);
  if (found === null) throw new DomainError('dataNotFound');
  await lockLiveBlog(tx, found.articleId);
  return (await findEntry(tx, id))!;
}

/** Changes a current entry. */
async function change(tx: Tx, entry: Entry, values: Parameters<typeof updateEntry>[2]): Promise<void> {
  await updateEntry(tx, entry.id, { ...values, sequence: await nextSequence(tx, entry.articleId) });
}

/** Replaces what an entry says, with a note that readers see. The former text is kept at the desk. */
export async function correctEntry(
  tx: Tx,
  { hand, now }: Call,
  { id, revision, note, ...input }: EntryInput & { id: number; revision: number; note: string },
): Promise<void> {
  const former = await lockEntry(tx, id);
  if (former.withdrawnAt !== null) throw refused('entry-withdrawn');
  if (former.revision !== revision) throw refused('edited-since');
  const next = { blocks: blocksOf(input), ...soundOf(input, now) };
  const { blocks, channel, heardAt } = former;
  const accountId = accountOf(hand);
  await insertEntryRevision(tx, {
    entryId: id,
    revision,
    blocks,
    channel,
    heardAt,
    replacedAt: now,
    replacedBy: accountId,
  });
  const corrections = [...former.corrections, { atMs: now.getTime(), note }];
  await change(tx, former, { ...next, revision: revision + 1, corrections });
  await announce(tx, former.articleId);
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.correct',
      subject: ['live-entry', id],
      before: { ...shown(former), revision },
      after: { ...shown(next), revision: revision + 1, note },
    },
    now,
  );
}

/** Withdraws an entry from every page. A line remains that says so, and why. */
export async function withdrawEntry(
  tx: Tx,
  { hand, now }: Call,
  { id, note }: { id: number; note: string },
): Promise<void> {
  const former = await lockEntry(tx, id);
  if (former.withdrawnAt !== null) throw refused('entry-withdrawn');
  await change(tx, former, { withdrawnAt: now, withdrawalNote: note, isPinned: false });
  await announce(tx, former.articleId);
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.withdraw',
      subject: ['live-entry', id],
      before: { ...shown(former), state: 'published' },
      after: { state: 'withdrawn', ...(note && { note }) },
    },
    now,
  );
}

/** Brings a withdrawn entry back. */
export async function restoreEntry(tx: Tx, { hand, now }: Call, id: number): Promise<{ note: string }> {
  const former = await lockEntry(tx, id);
  if (former.withdrawnAt === null) throw refused('entry-not-withdrawn');
  await change(tx, former, { withdrawnAt: null, withdrawalNote: '' });
  await announce(tx, former.articleId);
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.restore',
      subject: ['live-entry', id],
      before: { state: 'withdrawn' },
      after: { ...shown(former), state: 'published' },
    },
    now,
  );
  return { note: former.withdrawalNote };
}

/** Pins an entry in place of the current one, or unpins it. Returns the one pinned before. */
export async function pinEntry(
  tx: Tx,
  { hand, now }: Call,
  { id, isPinned }: { id: number; isPinned: boolean },
): Promise<number | null> {
  const entry = await lockEntry(tx, id);
  if (entry.withdrawnAt !== null) throw refused('entry-withdrawn');
  if (entry.isPinned === isPinned) throw refused('same-value');
  const former = await findPinned(tx, entry.articleId);
  if (former !== null) await change(tx, former, { isPinned: false });
  if (isPinned) await change(tx, entry, { isPinned: true });
  await announce(tx, entry.articleId);
  await recordAudit(
    tx,
    hand,
    {
      action: 'live-blogs.pin',
      subject: ['live-pin', entry.articleId],
      before: { pinned: former?.id ?? null },
      after: { pinned: isPinned ? id : null },
    },
    now,
  );
  return former?.id ?? null;
}
