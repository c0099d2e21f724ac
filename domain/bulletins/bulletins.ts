import type { ReadDb } from '#db/database.ts';
import { sectionsAt, type Section } from '#domain/archive/archive.ts';
import { listTranscript } from '#domain/archive/words/transcripts.ts';
import { removalsBetween } from '#domain/media/kept-sound.ts';
import { endedBulletins } from '#domain/songs/sound-marks.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  BULLETINS_KEPT,
  KEPT_MS,
  lastOfEach,
  partsAt,
  REACH_MS,
  SETTLE_MS,
  type TopicMark,
} from './bulletins.rules.ts';
import { topicOf } from './known-words.rules.ts';

/** A part of a bulletin: a mark of a channel. */
interface BulletinPart extends TopicMark {
  section: Section;
}

/** The newest news, traffic and weather as of the end of one of them. */
export interface Bulletin {
  /** The mark that completed it. */
  id: number;
  endedAt: Date;
  parts: BulletinPart[];
}

interface Context {
  db: ReadDb;
  now: Date;
}

/** Removed sound of the streams of some marks, in the time that these cover. */
async function removalsOf(
  db: ReadDb,
  marks: readonly TopicMark[],
): Promise<{ streamId: number; from: Date; to: Date }[]> {
  const found = await Promise.all(
    [...Map.groupBy(marks, ({ streamId }) => streamId)].map(async ([streamId, of]) => {
      const from = Math.min(...of.map(({ startsAt }) => startsAt.getTime()));
      const to = Math.max(...of.map(({ endsAt }) => endsAt.getTime()));
      const removals = await removalsBetween(db, streamId, new Date(from), new Date(to));
      return removals.map(({ startsAt, endsAt }) => ({ streamId, from: startsAt, to: endsAt }));
    }),
  );
  return found.flat();
}

/** Marks whose sound has arrived, newest end first. */
async function marksSince({ db, now }: Context, from: Date): Promise<TopicMark[]> {
  const to = new Date(now.getTime() - SETTLE_MS);
  return (await endedBulletins(db, { from, to })).flatMap((mark) => {
    const topic = topicOf(mark.title);
    return topic === null ? [] : [{ ...mark, topic }];
  });
}

/** Marks that are in a public replay, without any of which something was removed: one query a stream, and one for all. */
async function publicOf(db: ReadDb, marks: readonly TopicMark[]): Promise<BulletinPart[]> {
  const [sections, removals] = await Promise.all([
    sectionsAt(
      db,
      marks.map(({ streamId, startsAt: at }) => ({ streamId, at })),
    ),
    removalsOf(db, marks),
  ]);
  const isRemoved = ({ streamId, startsAt, endsAt }: TopicMark) =>
    removals.some((removal) => removal.streamId === streamId && removal.from < endsAt && removal.to > startsAt);
  return marks.flatMap((mark, i) => (sections[i] && !isRemoved(mark) ? [{ ...mark, section: sections[i] }] : []));
}

const toBulletin = (marks: readonly BulletinPart[], newest: BulletinPart): Bulletin => ({
  id: newest.id,
  endedAt: newest.endsAt,
  parts: partsAt(marks, newest) as BulletinPart[],
});

/** The newest bulletin; null: there was none lately. */
export async function findNewestBulletin(context: Context): Promise<Bulletin | null> {
  const from = new Date(context.now.getTime() - 2 * REACH_MS);
  const marks = await publicOf(context.db, await marksSince(context, from));
  return marks[0] === undefined ? null : toBulletin(marks, marks[0]);
}

/** Bulletins for subscribers, newest first. */
export async function listBulletins(context: Context): Promise<Bulletin[]> {
  const from = new Date(context.now.getTime() - KEPT_MS - REACH_MS);
  const marks = await publicOf(context.db, await marksSince(context, from));
  const sinceMs = context.now.getTime() - KEPT_MS;
  return (lastOfEach(marks) as BulletinPart[])
    .filter(({ endsAt }) => endsAt.getTime() > sinceMs)
    .slice(0, BULLETINS_KEPT)
    .map((mark) => toBulletin(marks, mark));
}

/** Throws `dataNotFound`, also if its sound is removed or no longer offered. */
export async function getBulletin(context: Context, id: number): Promise<Bulletin> {
  const from = new Date(context.now.getTime() - KEPT_MS - REACH_MS);
  const all = await marksSince(context, from);
  const newest = all.find((mark) => mark.id === id);
  if (newest === undefined) throw new DomainError('dataNotFound');
  const sinceMs = newest.endsAt.getTime() - REACH_MS;
  const near = all.slice(all.indexOf(newest)).filter(({ endsAt }) => endsAt.getTime() >= sinceMs);
  const marks = await publicOf(context.db, near);
  if (marks[0]?.id !== id) throw new DomainError('dataNotFound');
  return toBulletin(marks, marks[0]);
}

const WORDS_MAX = 400;

/** What is said in a part, if the programme publishes its transcript. */
export const listBulletinWords = (db: ReadDb, { section, startsAt, endsAt }: BulletinPart) =>
  listTranscript(db, { broadcast: section.broadcast, startsAt, endsAt }, { limit: WORDS_MAX });

/** Length of its sound in seconds. */
export const secondsOf = ({ parts }: { parts: readonly { startsAt: Date; endsAt: Date }[] }): number =>
  Math.round(parts.reduce((sum, { startsAt, endsAt }) => sum + endsAt.getTime() - startsAt.getTime(), 0) / 1_000);
