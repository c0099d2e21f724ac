import type { Db, ReadDb, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cachedQuery } from '#db/query-cache.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import { spelling } from '#shared/text/spelling.ts';
import { markAt } from './marks.rules.ts';
import { queueSongIndex } from './song-index.store.ts';
import type { SongReport } from './song-reports.schema.ts';
import { findSongs, firstMarkAt, saveMarks, tellMarks, type PlayedSong, type ReportedMark } from './songs.store.ts';

export { countSongs } from './songs.store.ts';
export type { PlayedSong, ReportedMark } from './songs.store.ts';

/** Cache tag of a channel's pages with played songs. */
export const songsTag = (channelId: number): string => `songs:${channelId}`;

/** The part of a programme report that concerns marks. */
interface ProgrammeReport {
  id: string;
  revision: number;
  kind: 'programme';
  program_id?: number | undefined;
  title?: string | undefined;
  start_ts: number;
  end_ts: number | null;
  is_withdrawn: boolean;
}

function markOf(report: SongReport | ProgrammeReport, airDelayMs: number): ReportedMark {
  // The automation's clock is ahead of the audio by the transmission delay.
  const onAir = (ts: number) => new Date(Math.round(ts * 1000) + airDelayMs);
  return {
    // The archive's programme ids and song ids are separate series.
    reportId: `${report.kind === 'programme' ? 'programme' : 'sound'}/${report.id}`,
    revision: report.revision,
    kind: report.kind,
    startsAt: onAir(report.start_ts),
    endsAt: report.end_ts === null ? null : onAir(report.end_ts),
    title: report.title ?? '',
    artist: report.kind === 'song' ? report.artist : '',
    programId: report.kind === 'programme' ? (report.program_id ?? null) : null,
    isWithdrawn: report.is_withdrawn,
  };
}

/** Saves reports, and notifies players and pages of changes. Returns the number of new ones. */
export async function takeMarks(tx: Tx, channelId: ChannelId, marks: readonly ReportedMark[]): Promise<number> {
  const { saved, changed, songIds } = await saveMarks(tx, channelId, marks);
  if (saved === 0) return 0;
  await tellMarks(tx, channelId);
  await queueSongIndex(tx, songIds);
  // Not when a song ends: pages show only its start.
  if (changed.some(({ kind }) => kind === 'song')) await purgePages(tx, [songsTag(channelId)]);
  return saved;
}

/** Processes a report of the automation. Idempotent, and reports may arrive in any order. */
export async function takeSongReport(
  tx: Tx,
  { channelId, airDelayMs }: { channelId: ChannelId; airDelayMs: number },
  report: SongReport | ProgrammeReport,
): Promise<void> {
  await takeMarks(tx, channelId, [markOf(report, airDelayMs)]);
}

/** More than a station plays in a day. */
export const MAX_SONGS = 600;
/** Time span of recently played songs on the pages of a channel. */
const LATELY_MS = 3 * 3_600_000;

/** Songs of a part of a day, newest first, without future ones; with `q`, those whose title or artist contains it. */
export async function listSongs(
  { db, now }: { db: ReadDb; now: Date },
  { channelId, from, to, q = '' }: { channelId: ChannelId; from: Date; to: Date; q?: string | undefined },
): Promise<PlayedSong[]> {
  const end = to < now ? to : now;
  const songs = await findSongs(db, { streamId: channelId, from, to: end, limit: MAX_SONGS });
  // A day has few songs, so they are filtered here, regardless of spelling.
  const sought = spelling(q);
  return songs.filter(({ title, artist }) => [title, artist].some((text) => spelling(text).includes(sought)));
}

/** Recently played songs, newest first. */
export function listLatestSongs(
  { db, now }: { db: ReadDb; now: Date },
  { channelId, limit }: { channelId: ChannelId; limit: number },
): Promise<PlayedSong[]> {
  return cachedQuery(db, { key: `latest-songs/${channelId}/${limit}`, tags: [songsTag(channelId)] }, () =>
    findSongs(db, { streamId: channelId, from: new Date(now.getTime() - LATELY_MS), to: now, limit }),
  );
}

/** Songs that the automation has reported to come, earliest first. */
export async function listComingSongs(
  { db, now }: { db: Db; now: Date },
  { channelId, until }: { channelId: ChannelId; until: Date },
): Promise<PlayedSong[]> {
  const songs = await findSongs(db, { streamId: channelId, from: now, to: until, limit: MAX_AHEAD });
  return songs.filter(({ startsAt }) => startsAt > now).toReversed();
}

const AHEAD_MS = 3_600_000;
const MAX_AHEAD = 40;

/** The song that sounds, those before it, newest first, and the one that automation reported to come. */
export async function songsAround(
  { db, now }: { db: Db; now: Date },
  { channelId: streamId, before }: { channelId: ChannelId; before: number },
): Promise<{ current: PlayedSong | null; former: PlayedSong[]; next: PlayedSong | null }> {
  const [begun, ahead] = await Promise.all([
    findSongs(db, { streamId, from: new Date(now.getTime() - LATELY_MS), to: now, limit: before + 1 }),
    findSongs(db, { streamId, from: now, to: new Date(now.getTime() + AHEAD_MS), limit: MAX_AHEAD }),
  ]);
  const [last] = begun;
  const timed = ({ startsAt, endsAt }: PlayedSong) => ({
    kind: 'song' as const,
    startsAtMs: startsAt.getTime(),
    endsAtMs: endsAt?.getTime() ?? null,
  });
  const current = last !== undefined && markAt([timed(last)], now.getTime()) !== null ? last : null;
  return { current, former: current ? begun.slice(1) : begun.slice(0, before), next: ahead.at(-1) ?? null };
}

/** The first station day with known songs. Null if there are none. */
export function firstSongDay({ db }: { db: ReadDb }, channelId: ChannelId): Promise<DayHk | null> {
  return cachedQuery(db, { key: `first-song-day/${channelId}`, tags: [songsTag(channelId)] }, async () => {
    const first = await firstMarkAt(db, channelId);
    return first && stationDayOf(first);
  });
}

/** The time span of an hour of a station day, counted from five in the morning: 5 to 28. */
export function hourSpan(day: DayHk, hour: number): { from: Date; to: Date } {
  const { from } = stationDaySpan(day);
  const startsAt = from.getTime() + (hour - 5) * 3_600_000;
  return { from: new Date(startsAt), to: new Date(startsAt + 3_600_000) };
}
