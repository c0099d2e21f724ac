/** What a bulletin is made of, in this order. Also used in browsers. */
const BULLETIN_TOPICS = ['news', 'traffic', 'weather'] as const;
export type BulletinTopic = (typeof BULLETIN_TOPICS)[number];

const MINUTE_MS = 60_000;
/** The last segments arrive within this after the end of a mark. Plus the report's delay it must stay within 15 s. */
export const SETTLE_MS = 8_000;
/** A part that ended longer before the others is no longer news. */
export const REACH_MS = 120 * MINUTE_MS;
/** Bulletins that follow one another within this are one for subscribers: three channels have news on the hour. */
const REPLACED_MS = 10 * MINUTE_MS;
/** Bulletins in the podcast, and how far back one can be played. */
export const BULLETINS_KEPT = 48;
export const KEPT_MS = 2 * 24 * 60 * MINUTE_MS;

interface EndedMark {
  id: number;
  streamId: number;
  title: string;
  startsAt: Date;
  endsAt: Date;
}
export interface TopicMark extends EndedMark {
  topic: BulletinTopic;
}

/** From marks by end, newest first: the newest of each topic as of one of them, including it. */
export function partsAt(marks: readonly TopicMark[], newest: TopicMark): TopicMark[] {
  const sinceMs = newest.endsAt.getTime() - REACH_MS;
  const before = marks.slice(marks.indexOf(newest)).filter(({ endsAt }) => endsAt.getTime() >= sinceMs);
  return BULLETIN_TOPICS.flatMap((topic) => before.find((mark) => mark.topic === topic) ?? []);
}

/** From marks by end, newest first: those that no other replaced soon after. */
export function lastOfEach(marks: readonly TopicMark[]): TopicMark[] {
  return marks.filter((mark, i) => {
    const next = marks[i - 1];
    return next === undefined || next.endsAt.getTime() - mark.endsAt.getTime() > REPLACED_MS;
  });
}
