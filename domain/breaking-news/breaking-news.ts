import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob } from '#db/outbox.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { BREAKING_NEWS_TAG, MAX_HOURS, type ShownBreakingNews } from './breaking-news.rules.ts';
import {
  findLatest,
  findNewest,
  insertBreakingNews,
  lockNewest,
  updateBreakingNews,
  type BreakingNews,
} from './breaking-news.store.ts';

/** Queued for the instant at which breaking news end. */
export const BREAKING_NEWS_ENDED = 'breaking-news-ended';

interface Call {
  hand: Hand;
  now: Date;
}

/** What an editor gives. */
export interface BreakingNewsInput {
  words: string;
  path: string;
  endsAt: Date;
}

/** The breaking news of now; null if there are none. */
export async function getBreakingNews({ db, now }: { db: Db; now: Date }): Promise<ShownBreakingNews | null> {
  const key = { key: 'breaking news', tags: [BREAKING_NEWS_TAG] };
  const newest = await cachedQuery(db, key, () => findNewest(db));
  if (newest === null || newest.endsAt <= now) return null;
  const { id, revision, words, path, endsAt } = newest;
  return { key: `${id}-${revision}`, words, path, endsAtMs: endsAt.getTime() };
}

/** The latest breaking news, newest first, for the desk. */
export const listBreakingNews = ({ db }: { db: Db }, limit: number): Promise<(BreakingNews & { name: string })[]> =>
  findLatest(db, limit);

/** Purges every page, now and at the end. */
async function announce(tx: Tx, endsAt: Date): Promise<void> {
  await purgePages(tx, [BREAKING_NEWS_TAG]);
  await queueJob(tx, BREAKING_NEWS_ENDED, {}, { jobKey: BREAKING_NEWS_ENDED, runAt: endsAt });
}

/** Runs at the end of breaking news. */
export const purgeEnded = ({ db }: { db: Db }): Promise<void> =>
  db.transaction((tx) => purgePages(tx, [BREAKING_NEWS_TAG]));

function demandEnd(endsAt: Date, startsAt: Date, now: Date): void {
  if (endsAt <= now || endsAt.getTime() > startsAt.getTime() + MAX_HOURS * 3_600_000)
    throw new DomainError('invalidParam', { fieldErrors: { ends_ts: [`in at most ${MAX_HOURS} hours`] } });
}

const accountOf = ({ accountId }: Hand): number => {
  if (accountId === undefined) throw new DomainError('invalidParam', 'breaking news have an author at the desk');
  return accountId;
};

const shown = ({ words, path, endsAt }: BreakingNewsInput) => ({
  words,
  ...(path && { path }),
  ends_at: endsAt.toISOString(),
});

/** Puts breaking news on every page. `conflict` while there are others. */
export async function startBreakingNews(tx: Tx, { hand, now }: Call, input: BreakingNewsInput): Promise<number> {
  demandEnd(input.endsAt, now, now);
  const former = await lockNewest(tx);
  if (former !== null && former.endsAt > now)
    throw new DomainError('conflict', 'there are breaking news; change or end them');
  const id = await insertBreakingNews(tx, { ...input, startsAt: now, changedBy: accountOf(hand) });
  await announce(tx, input.endsAt);
  const event = { action: 'breaking-news.start', subject: ['breaking-news', id] } as const;
  await recordAudit(tx, hand, { ...event, after: shown(input) }, now);
  return id;
}

/** The newest by its id, locked: former ones are over. */
async function lockThe(tx: Tx, id: number): Promise<BreakingNews> {
  const newest = await lockNewest(tx);
  if (newest === null || newest.id < id) throw new DomainError('dataNotFound');
  if (newest.id !== id) throw new DomainError('conflict', 'there are newer breaking news');
  return newest;
}

/** Changes words, link or end of the newest breaking news, which may be over. Answers what they were. */
export async function changeBreakingNews(
  tx: Tx,
  { hand, now }: Call,
  { id, ...input }: BreakingNewsInput & { id: number },
): Promise<BreakingNewsInput> {
  const { revision, startsAt, ...former } = await lockThe(tx, id);
  demandEnd(input.endsAt, startsAt, now);
  const isOther = former.words !== input.words || former.path !== input.path;
  await updateBreakingNews(tx, id, { ...input, revision: revision + Number(isOther), changedBy: accountOf(hand) });
  await announce(tx, input.endsAt);
  const event = { action: 'breaking-news.change', subject: ['breaking-news', id] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: shown(input) }, now);
  return { words: former.words, path: former.path, endsAt: former.endsAt };
}

/** Takes breaking news off every page. Answers what they were. */
export async function endBreakingNews(tx: Tx, { hand, now }: Call, id: number): Promise<BreakingNewsInput> {
  const former = await lockThe(tx, id);
  if (former.endsAt <= now) throw new DomainError('conflict', 'they are over');
  await updateBreakingNews(tx, id, { endsAt: now, changedBy: accountOf(hand) });
  await announce(tx, now);
  const event = { action: 'breaking-news.end', subject: ['breaking-news', id] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: { ends_at: 'now' } }, now);
  return { words: former.words, path: former.path, endsAt: former.endsAt };
}
