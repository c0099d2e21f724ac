import type { Db, ReadDb, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, TELL_LINE } from '#db/outbox.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { STRIP_KINDS, type StripKind } from '#shared/enums.ts';
import { BREAKING_NEWS_TAG, MAX_HOURS, type ShownBreakingNews } from './breaking-news.rules.ts';
import {
  findBreakingNews,
  findKind,
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

/** Input of an editor. */
export interface BreakingNewsInput {
  words: string;
  path: string;
  endsAt: Date;
}

/** What pages show now: breaking news before a message of the station; null if there is neither. */
export async function getBreakingNews({ db, now }: { db: ReadDb; now: Date }): Promise<ShownBreakingNews | null> {
  const key = { key: 'breaking news', tags: [BREAKING_NEWS_TAG] };
  const newest = await cachedQuery(db, key, () => Promise.all(STRIP_KINDS.map((kind) => findNewest(db, kind))));
  const first = newest.find((one) => one !== null && one.endsAt > now) ?? null;
  if (first === null) return null;
  const { id, kind, revision, words, path, endsAt } = first;
  return { key: `${id}-${revision}`, kind, words, path, endsAtMs: endsAt.getTime() };
}

/** The latest of some kinds, newest first, for the desk. */
export const listBreakingNews = (
  { db }: { db: Db },
  kinds: readonly StripKind[],
  limit: number,
): Promise<(BreakingNews & { name: string })[]> => findLatest(db, kinds, limit);

/** A line that is on now; null for any other. */
export async function findLine({ db, now }: { db: Db; now: Date }, id: number): Promise<BreakingNews | null> {
  const row = await findBreakingNews(db, id);
  return row !== null && row.endsAt > now ? row : null;
}

/** Queues notifications of new words to subscribed browsers. */
const tell = (tx: Tx, id: number): Promise<void> => queueJob(tx, TELL_LINE, { id }, { jobKey: `${TELL_LINE}-${id}` });

/** Purges every page, now and at the end. */
async function announce(tx: Tx, kind: StripKind, endsAt: Date): Promise<void> {
  await purgePages(tx, [BREAKING_NEWS_TAG]);
  await queueJob(tx, BREAKING_NEWS_ENDED, {}, { jobKey: `${BREAKING_NEWS_ENDED}-${kind}`, runAt: endsAt });
}

/** Runs at the end of breaking news. */
export const purgeEnded = ({ db }: { db: Db }): Promise<void> =>
  db.transaction((tx) => purgePages(tx, [BREAKING_NEWS_TAG]));

function demandEnd(endsAt: Date, startsAt: Date, now: Date): void {
  if (endsAt <= now || endsAt.getTime() > startsAt.getTime() + MAX_HOURS * 3_600_000)
    throw impossible('ends-within-hours', { max: MAX_HOURS, field: 'ends_ts' });
}

const accountOf = ({ accountId }: Hand): number => {
  if (accountId === undefined) throw new DomainError('invalidParam', 'breaking news have an author at the desk');
  return accountId;
};

/** The module of the action, as the audit has it. */
const moduleOf = (kind: StripKind) => (kind === 'breaking' ? 'breaking-news' : 'messages');

const shown = ({ words, path, endsAt }: BreakingNewsInput) => ({
  words,
  ...(path && { path }),
  ends_at: endsAt.toISOString(),
});

/** Puts a line on every page. `conflict` while there is another of its kind. */
export async function startBreakingNews(
  tx: Tx,
  { hand, now }: Call,
  input: BreakingNewsInput & { kind: StripKind },
): Promise<number> {
  demandEnd(input.endsAt, now, now);
  const former = await lockNewest(tx, input.kind);
  if (former !== null && former.endsAt > now) throw refused('line-shown');
  const id = await insertBreakingNews(tx, { ...input, startsAt: now, changedBy: accountOf(hand) });
  await announce(tx, input.kind, input.endsAt);
  await tell(tx, id);
  const event = { action: `${moduleOf(input.kind)}.start`, subject: ['breaking-news', id] } as const;
  await recordAudit(tx, hand, { ...event, after: { kind: input.kind, ...shown(input) } }, now);
  return id;
}

/** The newest of its kind by its id, locked: former ones are over. Only of the given kinds. */
async function lockThe(tx: Tx, id: number, kinds: readonly StripKind[]): Promise<BreakingNews> {
  const kind = await findKind(tx, id);
  if (kind === null || !kinds.includes(kind)) throw new DomainError('dataNotFound');
  const newest = await lockNewest(tx, kind);
  if (newest?.id !== id) throw refused('line-replaced');
  return newest;
}

/** Changes words, link or end of the newest of its kind, which may be over. Returns what they were. */
export async function changeBreakingNews(
  tx: Tx,
  { hand, now }: Call,
  kinds: readonly StripKind[],
  { id, ...input }: BreakingNewsInput & { id: number },
): Promise<BreakingNewsInput> {
  const { revision, startsAt, kind, ...former } = await lockThe(tx, id, kinds);
  demandEnd(input.endsAt, startsAt, now);
  const isOther = former.words !== input.words || former.path !== input.path;
  await updateBreakingNews(tx, id, { ...input, revision: revision + Number(isOther), changedBy: accountOf(hand) });
  await announce(tx, kind, input.endsAt);
  if (isOther) await tell(tx, id);
  const event = { action: `${moduleOf(kind)}.change`, subject: ['breaking-news', id] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: shown(input) }, now);
  return { words: former.words, path: former.path, endsAt: former.endsAt };
}

/** Takes a line off every page. Returns what it was. */
export async function endBreakingNews(
  tx: Tx,
  { hand, now }: Call,
  kinds: readonly StripKind[],
  id: number,
): Promise<BreakingNewsInput> {
  const former = await lockThe(tx, id, kinds);
  if (former.endsAt <= now) throw refused('line-over');
  await updateBreakingNews(tx, id, { endsAt: now, changedBy: accountOf(hand) });
  await announce(tx, former.kind, now);
  const event = { action: `${moduleOf(former.kind)}.end`, subject: ['breaking-news', id] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: { ends_at: 'now' } }, now);
  return { words: former.words, path: former.path, endsAt: former.endsAt };
}
