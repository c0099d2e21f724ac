import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, lte, min, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { nameKeyOf } from '#shared/text/spelling.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { MARK_REACH_MS, type MarkKind } from './marks.rules.ts';
import type { WrittenMark } from './mark-lines.rules.ts';

export interface ReportedMark {
  reportId: string;
  revision: number;
  kind: MarkKind;
  startsAt: Date;
  endsAt: Date | null;
  title: string;
  /** Songs only. */
  artist: string;
  programId: number | null;
  isWithdrawn: boolean;
}

/** A broadcast song, as listed on pages. */
export interface PlayedSong {
  markId: number;
  songId: number;
  startsAt: Date;
  endsAt: Date | null;
  title: string;
  artist: string;
}

/** Song ids by key; creates missing ones. In key order, to avoid deadlocks. */
async function songIds(tx: Tx, songs: readonly ReportedMark[]): Promise<ReadonlyMap<string, number>> {
  // The first spelling wins.
  const byKey = new Map(songs.toReversed().map((song) => [nameKeyOf(song), song]));
  const keys = [...byKey.keys()].toSorted();
  if (keys.length === 0) return new Map();
  const rows = keys.map((nameKey) => ({
    nameKey,
    title: byKey.get(nameKey)!.title,
    artist: byKey.get(nameKey)!.artist,
  }));
  await tx.insert(playedSongs).values(rows).onConflictDoNothing();
  const found = await tx
    .select({ id: playedSongs.id, nameKey: playedSongs.nameKey })
    .from(playedSongs)
    .where(inArray(playedSongs.nameKey, keys));
  return new Map(found.map(({ id, nameKey }) => [nameKey, id]));
}

/** What a later report says, unless staff have corrected the mark: its times alone are taken then. */
const reported = (column: PgColumn): SQL =>
  sql`case when ${onAirMarks.isByHand} then ${column} else excluded.${sql.identifier(column.name)} end`;
const REPORTED = {
  kind: reported(onAirMarks.kind),
  songId: reported(onAirMarks.songId),
  programId: reported(onAirMarks.programId),
  title: reported(onAirMarks.title),
  isWithdrawn: reported(onAirMarks.isWithdrawn),
};

/** Whether a later report contradicts the stored one. An end that becomes known is no contradiction. */
const CONTRADICTS = sql`(${onAirMarks.startsAt}, ${onAirMarks.kind}, ${onAirMarks.songId}, ${onAirMarks.programId}, ${onAirMarks.title}, ${onAirMarks.isWithdrawn})
  is distinct from (excluded.starts_at, ${REPORTED.kind}, ${REPORTED.songId}, ${REPORTED.programId}, ${REPORTED.title}, ${REPORTED.isWithdrawn})
  or (${onAirMarks.endsAt} is not null and ${onAirMarks.endsAt} is distinct from excluded.ends_at)`;

/** Saves new revisions among reports of different marks. Returns those that contradict earlier ones, and their songs. */
export async function saveMarks(
  tx: Tx,
  streamId: number,
  marks: readonly ReportedMark[],
): Promise<{ saved: number; changed: { kind: MarkKind; startsAt: Date }[]; songIds: number[] }> {
  if (marks.length === 0) return { saved: 0, changed: [], songIds: [] };
  const ids = await songIds(
    tx,
    marks.filter(({ kind }) => kind === 'song'),
  );
  const former = await tx
    .select({ reportId: onAirMarks.reportId, songId: onAirMarks.songId })
    .from(onAirMarks)
    .where(
      and(
        eq(onAirMarks.streamId, streamId),
        inArray(
          onAirMarks.reportId,
          marks.map(({ reportId }) => reportId),
        ),
        isNotNull(onAirMarks.songId),
      ),
    );
  const saved = await tx
    .insert(onAirMarks)
    .values(
      marks.map((mark) => ({
        streamId,
        kind: mark.kind,
        startsAt: mark.startsAt,
        endsAt: mark.endsAt,
        songId: mark.kind === 'song' ? ids.get(nameKeyOf(mark))! : null,
        programId: mark.programId,
        // A song has its title in its own row.
        title: mark.kind === 'song' ? '' : mark.title,
        reportId: mark.reportId,
        revision: mark.revision,
        edition: mark.revision,
        isWithdrawn: mark.isWithdrawn,
      })),
    )
    .onConflictDoUpdate({
      target: [onAirMarks.streamId, onAirMarks.reportId],
      set: {
        ...REPORTED,
        startsAt: sql`excluded.starts_at`,
        endsAt: sql`excluded.ends_at`,
        revision: sql`excluded.revision`,
        edition: sql`case when ${CONTRADICTS} then excluded.revision else ${onAirMarks.edition} end`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${onAirMarks.revision} < excluded.revision`,
    })
    .returning({
      reportId: onAirMarks.reportId,
      songId: onAirMarks.songId,
      kind: onAirMarks.kind,
      startsAt: onAirMarks.startsAt,
      revision: onAirMarks.revision,
      edition: onAirMarks.edition,
    });
  const changed = saved.filter(({ revision, edition }) => revision === edition);
  const reportIds = new Set(changed.map(({ reportId }) => reportId));
  const touched = [...changed, ...former.filter(({ reportId }) => reportIds.has(reportId))];
  const distinct = new Set(touched.flatMap(({ songId }) => (songId === null ? [] : [songId])));
  return { saved: saved.length, changed, songIds: [...distinct] };
}

/** NOTIFY channel. The payload is the stream whose marks changed. */
export const MARKS_NOTICE = 'airwave_on_air_marks';

/** Notifies the processes that generate playlists, at commit. */
export const tellMarks = (tx: Tx, streamId: number): Promise<unknown> =>
  tx.execute(sql`select pg_notify(${MARKS_NOTICE}, ${String(streamId)})`);

/** A station day has about six hundred. */
const MAX_MARKS = 5_000;
/** Two days of three channels have about three hundred. */
const MAX_BULLETINS = 1_000;

/** Marks that overlap [from, to) or may still sound in it, in order. */
export async function marksBetween(
  db: ReadDb,
  { streamId, from, to }: { streamId: number; from: Date; to: Date },
): Promise<WrittenMark[]> {
  const since = (ms: number) => new Date(from.getTime() - ms);
  const rows = await db
    .select({
      id: onAirMarks.id,
      edition: onAirMarks.edition,
      corrections: onAirMarks.corrections,
      kind: onAirMarks.kind,
      startsAt: onAirMarks.startsAt,
      endsAt: onAirMarks.endsAt,
      songId: onAirMarks.songId,
      programId: onAirMarks.programId,
      title: sql<string>`coalesce(${playedSongs.title}, ${onAirMarks.title})`,
      artist: sql<string>`coalesce(${playedSongs.artist}, '')`,
    })
    .from(onAirMarks)
    .leftJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(
      and(
        eq(onAirMarks.streamId, streamId),
        gte(onAirMarks.startsAt, since(MARK_REACH_MS.programme)),
        lt(onAirMarks.startsAt, to),
        or(eq(onAirMarks.kind, 'programme'), gte(onAirMarks.startsAt, since(MARK_REACH_MS.other))),
        eq(onAirMarks.isWithdrawn, false),
      ),
    )
    .orderBy(asc(onAirMarks.startsAt), asc(onAirMarks.id))
    .limit(MAX_MARKS);
  return rows.map(({ startsAt, endsAt, edition, corrections, ...row }) => ({
    ...row,
    // Both only grow, so no sum is used twice.
    edition: edition + corrections,
    startsAtMs: startsAt.getTime(),
    endsAtMs: endsAt?.getTime() ?? null,
  }));
}

/** Bulletins of all channels that ended in (from, to], newest end first. */
export async function findEndedBulletins(
  db: ReadDb,
  { from, to }: { from: Date; to: Date },
): Promise<{ id: number; streamId: number; title: string; startsAt: Date; endsAt: Date }[]> {
  const rows = await db
    .select({
      id: onAirMarks.id,
      streamId: onAirMarks.streamId,
      title: onAirMarks.title,
      startsAt: onAirMarks.startsAt,
      endsAt: onAirMarks.endsAt,
    })
    .from(onAirMarks)
    .where(
      and(
        inArray(onAirMarks.streamId, [...CHANNEL_IDS]),
        gte(onAirMarks.startsAt, new Date(from.getTime() - MARK_REACH_MS.other)),
        lte(onAirMarks.startsAt, to),
        eq(onAirMarks.kind, 'bulletin'),
        eq(onAirMarks.isWithdrawn, false),
        gt(onAirMarks.endsAt, from),
        lte(onAirMarks.endsAt, to),
      ),
    )
    .orderBy(desc(onAirMarks.endsAt), desc(onAirMarks.id))
    .limit(MAX_BULLETINS);
  return rows.flatMap(({ endsAt, ...row }) => (endsAt === null ? [] : [{ ...row, endsAt }]));
}

/** Songs that started in a time span, newest first. */
export function findSongs(
  db: ReadDb,
  { streamId, from, to, limit }: { streamId: number; from: Date; to: Date; limit: number },
): Promise<PlayedSong[]> {
  return db
    .select({
      markId: onAirMarks.id,
      songId: playedSongs.id,
      startsAt: onAirMarks.startsAt,
      endsAt: onAirMarks.endsAt,
      title: playedSongs.title,
      artist: playedSongs.artist,
    })
    .from(onAirMarks)
    .innerJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(
      and(
        eq(onAirMarks.streamId, streamId),
        gte(onAirMarks.startsAt, from),
        lt(onAirMarks.startsAt, to),
        eq(onAirMarks.kind, 'song'),
        eq(onAirMarks.isWithdrawn, false),
      ),
    )
    .orderBy(desc(onAirMarks.startsAt), desc(onAirMarks.id))
    .limit(limit);
}

/** Songs that began in a span. */
export async function countSongs(db: Db, streamId: number, from: Date, to: Date): Promise<number> {
  const [row] = await db
    .select({ songs: count() })
    .from(onAirMarks)
    .where(
      and(
        eq(onAirMarks.streamId, streamId),
        gte(onAirMarks.startsAt, from),
        lt(onAirMarks.startsAt, to),
        eq(onAirMarks.kind, 'song'),
        eq(onAirMarks.isWithdrawn, false),
      ),
    );
  return row?.songs ?? 0;
}

/** Start of the first mark of a stream. Null if there is none. */
export async function firstMarkAt(db: ReadDb, streamId: number): Promise<Date | null> {
  const [row] = await db
    .select({ first: min(onAirMarks.startsAt) })
    .from(onAirMarks)
    .where(eq(onAirMarks.streamId, streamId));
  return row?.first ?? null;
}
