import type { Followable } from './follows.rules.ts';

/** `replay` the newest, `next` broadcast or the present one, `play` of a song, `road` news, `tunnel`, `event`. */
export const NEWS_KINDS = ['replay', 'next', 'play', 'road', 'tunnel', 'event'] as const;
type NewsKind = (typeof NEWS_KINDS)[number];

/** State of a tunnel, or phase of an event. */
export const NEWS_STATES = [
  'clear',
  'slow',
  'jammed',
  'closed',
  'before',
  'open',
  'live',
  'hold',
  'replay',
  'ended',
  'cancelled',
] as const;
export type NewsState = (typeof NEWS_STATES)[number];

/** One thing that is new of what somebody follows. */
export interface NewsItem {
  what: NewsKind;
  /** Of the programme, song, article or event. */
  title: string;
  path: string;
  startsAtMs: number;
  endsAtMs: number | null;
  channelId: number | null;
  /** Of a tunnel that is open. */
  minutes: number | null;
  state: NewsState | null;
}

/** What is followed, as public pages name it, with what is new. The most urgent comes first. */
export interface Followed extends Followable {
  name: string;
  path: string;
  news: NewsItem[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A replay or a play older than this is no news. */
const NEW_MS = { replay: 7 * DAY_MS, play: DAY_MS } as const;

const ON_AIR: readonly (NewsState | null)[] = ['open', 'live', 'hold'];
const HINDERED: readonly (NewsState | null)[] = ['slow', 'jammed', 'closed'];

/**
 * Order of news: what hinders a journey, what is on air, what was added lately, what comes. Infinity: known, and no
 * news, as a tunnel that is clear.
 */
function urgencyOf({ what, state, startsAtMs, endsAtMs }: NewsItem, nowMs: number): number {
  const RANK = { road: 0, onAir: 1, lately: 2, coming: 3 } as const;
  // Within a rank what is nearest to now is first.
  const near = Math.min(Math.abs(startsAtMs - nowMs) / (365 * DAY_MS), 0.99);
  switch (what) {
    case 'road':
      return RANK.road + near;
    case 'tunnel':
      return HINDERED.includes(state) ? RANK.road + near : Infinity;
    case 'next':
      return (startsAtMs <= nowMs && nowMs < (endsAtMs ?? 0) ? RANK.onAir : RANK.coming) + near;
    case 'event':
      if (state === 'ended') return Infinity;
      if (state === 'before') return RANK.coming + near;
      return (ON_AIR.includes(state) ? RANK.onAir : RANK.lately) + near;
    case 'replay':
    case 'play':
      return nowMs - startsAtMs < NEW_MS[what] ? RANK.lately + near : Infinity;
  }
}

const mostUrgent = ({ news }: Followed, nowMs: number): number =>
  Math.min(Infinity, ...news.map((item) => urgencyOf(item, nowMs)));

/** Each with its most urgent news first. */
export function inOrder(followed: readonly Followed[], nowMs: number): Followed[] {
  const byUrgency = (a: NewsItem, b: NewsItem) => compare(urgencyOf(a, nowMs), urgencyOf(b, nowMs));
  return followed.map((each) => ({ ...each, news: each.news.toSorted(byUrgency) }));
}

/** Those that have news, the most urgent first; each thing once, also if both a programme and its host are followed. */
export function headlines(followed: readonly Followed[], nowMs: number, limit: number): Followed[] {
  const told = new Set<string>();
  const found: Followed[] = [];
  const sorted = followed.toSorted((a, b) => compare(mostUrgent(a, nowMs), mostUrgent(b, nowMs)));
  for (const each of sorted) {
    const news = each.news.filter((item) => {
      const key = `${item.what} ${item.path} ${item.startsAtMs}`;
      if (urgencyOf(item, nowMs) === Infinity || told.has(key)) return false;
      told.add(key);
      return true;
    });
    if (news.length > 0) found.push({ ...each, news });
    if (found.length === limit) break;
  }
  return found;
}

/** Infinity minus itself is NaN. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
