import { and, asc, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { captioners, liveCues, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { mediaKeeps, mediaRemovals, mediaStreams } from '#db/tables/media.ts';
import { EntityStatus } from '#shared/enums.ts';

/** First key of the advisory lock that serialises pushes to a stream. */
const CAPTIONS_LOCK = 53_149;
/** No broadcast is longer, which bounds index scans. */
const MAX_BROADCAST_LENGTH = sql`interval '36 hours'`;
const CUES_A_SLICE = 200;
const MAX_CAPTIONERS = 200;

export interface Captioner {
  id: number;
  name: string;
  streamId: number;
}

export async function findCaptionerByHash(db: Db, tokenHash: string): Promise<Captioner | undefined> {
  const [row] = await db
    .select({ id: captioners.id, name: captioners.name, streamId: captioners.streamId })
    .from(captioners)
    .where(and(eq(captioners.tokenHash, tokenHash), eq(captioners.status, EntityStatus.ACTIVE)));
  return row;
}

export async function upsertCaptioner(
  db: Db,
  { name, ...given }: { streamId: number; name: string; tokenHash: string },
): Promise<void> {
  await db
    .insert(captioners)
    .values({ name, ...given })
    .onConflictDoUpdate({ target: captioners.name, set: { ...given, status: EntityStatus.ACTIVE } });
}

/** Returns whether there is one with that name. */
export async function deactivateCaptioner(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx
    .update(captioners)
    .set({ status: EntityStatus.INACTIVE })
    .where(eq(captioners.name, name))
    .returning({ id: captioners.id });
  return rows.length > 0;
}

export const selectCaptioners = (db: Db) =>
  db
    .select({
      name: captioners.name,
      streamId: captioners.streamId,
      isActive: sql<boolean>`${captioners.status} = ${EntityStatus.ACTIVE}`,
      sentAt: sql<Date | null>`(select max(${liveCues.receivedAt}) from ${liveCues}
        where ${liveCues.captionerId} = ${captioners.id})`.mapWith(liveCues.receivedAt),
    })
    .from(captioners)
    .orderBy(asc(captioners.streamId), asc(captioners.name))
    .limit(MAX_CAPTIONERS);

export async function lockCaptions(tx: Tx, streamId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CAPTIONS_LOCK}::int, ${streamId}::int)`);
}

export type LiveCue = typeof liveCues.$inferSelect;

/** What was sent for these instants before. */
export const findSentCues = (tx: Tx, streamId: number, starts: readonly Date[]): Promise<LiveCue[]> =>
  tx
    .select()
    .from(liveCues)
    .where(and(eq(liveCues.streamId, streamId), inArray(liveCues.startsAt, [...starts])))
    .limit(starts.length);

export async function saveSentCues(tx: Tx, rows: readonly LiveCue[]): Promise<void> {
  await tx
    .insert(liveCues)
    .values([...rows])
    .onConflictDoUpdate({
      target: [liveCues.streamId, liveCues.startsAt],
      set: {
        endsAt: sql`excluded.ends_at`,
        words: sql`excluded.words`,
        revision: sql`excluded.revision`,
        receivedAt: sql`excluded.received_at`,
      },
    });
}

/** Cues that replace others of a transcript; without words they go. */
interface ReplacedCue {
  startsAt: Date;
  endsAt: Date;
  words: string;
  /** Empty: there was none. */
  wordsBefore: string;
}

const instants = (dates: readonly Date[]) => sql`${sql.param(dates.map((date) => date.toISOString()))}::timestamptz[]`;
const texts = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;

/**
 * Writes revised cues into the transcript, unless staff have changed what it says, and new ones, unless the broadcast has
 * another transcript: then the cue nearest on either side was not sent by a captioner.
 */
export async function writeTranscript(tx: Tx, streamId: number, cues: readonly ReplacedCue[]): Promise<void> {
  const starts = instants(cues.map((cue) => cue.startsAt));
  const sent = sql`unnest(
    ${starts}, ${instants(cues.map((cue) => cue.endsAt))},
    ${texts(cues.map((cue) => cue.words))}, ${texts(cues.map((cue) => cue.wordsBefore))}
  ) as sent (starts_at, ends_at, words, words_before)`;
  await tx.execute(sql`
    delete from ${transcriptCues} t using ${sent}
    where t.stream_id = ${streamId} and t.starts_at = sent.starts_at and t.words = sent.words_before and sent.words = ''`);
  await tx.execute(sql`
    update ${transcriptCues} t set words = sent.words, ends_at = sent.ends_at from ${sent}
    where t.stream_id = ${streamId} and t.starts_at = sent.starts_at and t.words = sent.words_before and sent.words <> ''`);
  await tx.execute(sql`
    insert into ${transcriptCues} (stream_id, starts_at, ends_at, words)
    select ${streamId}, sent.starts_at, sent.ends_at, sent.words from ${sent}
    where sent.words_before = '' and sent.words <> '' and not exists (
      select from ${programArchives} a cross join lateral (
        (select t.starts_at from ${transcriptCues} t
          where t.stream_id = ${streamId} and t.starts_at >= a.starts_at and t.starts_at <= sent.starts_at
          order by t.starts_at desc limit 1)
        union all
        (select t.starts_at from ${transcriptCues} t
          where t.stream_id = ${streamId} and t.starts_at > sent.starts_at and t.starts_at < a.ends_at
          order by t.starts_at limit 1)
      ) near
      where a.stream_id = ${streamId} and a.merged_into is null and a.starts_at <= sent.starts_at
        and a.starts_at > sent.starts_at - ${MAX_BROADCAST_LENGTH} and a.ends_at > sent.starts_at
        and not exists (select from ${liveCues} l where l.stream_id = ${streamId} and l.starts_at = near.starts_at)
    )`);
}

/** Broadcasts that a span touches. */
export async function findBroadcastsAt(
  tx: Tx,
  streamId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ id: number; endsAt: Date }[]> {
  const { rows } = await tx.execute<{ id: number; ends_at: string }>(sql`
    select id, ends_at from ${programArchives}
    where stream_id = ${streamId} and merged_into is null and starts_at <= ${to.toISOString()}::timestamptz
      and starts_at > ${from.toISOString()}::timestamptz - ${MAX_BROADCAST_LENGTH}
      and ends_at > ${from.toISOString()}::timestamptz
    order by starts_at limit 20`);
  return rows.map(({ id, ends_at: endsAt }) => ({ id, endsAt: new Date(endsAt) }));
}

/** What may be shown of a span: nothing of removed sound, nor of a broadcast that was taken down. */
export const selectCaptions = (db: Db, streamId: number, { from, to }: { from: Date; to: Date }) =>
  db
    .select({ startsAt: liveCues.startsAt, endsAt: liveCues.endsAt, words: liveCues.words })
    .from(liveCues)
    .where(
      and(
        eq(liveCues.streamId, streamId),
        gte(liveCues.startsAt, from),
        lt(liveCues.startsAt, to),
        ne(liveCues.words, ''),
        sql`not exists (
          select from ${mediaRemovals} r
          where r.stream_id = ${liveCues.streamId} and r.lifted_at is null
            and r.starts_at < ${liveCues.endsAt} and r.ends_at > ${liveCues.startsAt})`,
        sql`not exists (
          select from ${programArchives} a
          where a.stream_id = ${liveCues.streamId} and a.state = 'taken_down' and a.merged_into is null
            and a.starts_at <= ${liveCues.startsAt} and a.starts_at > ${liveCues.startsAt} - ${MAX_BROADCAST_LENGTH}
            and a.ends_at > ${liveCues.startsAt})`,
      ),
    )
    .orderBy(asc(liveCues.startsAt))
    .limit(CUES_A_SLICE);

/** The first start and the last end of captions. Null: there are none. */
export async function captionedSpan(db: Db, streamId: number): Promise<{ from: Date; to: Date } | null> {
  const edge = (order: typeof asc | typeof desc) =>
    db
      .select({ startsAt: liveCues.startsAt, endsAt: liveCues.endsAt })
      .from(liveCues)
      .where(and(eq(liveCues.streamId, streamId), ne(liveCues.words, '')))
      .orderBy(order(liveCues.startsAt))
      .limit(1);
  const [[first], [last]] = [await edge(asc), await edge(desc)];
  return first && last ? { from: first.startsAt, to: last.endsAt } : null;
}

/** Staff corrected a cue. */
export async function followCorrection(tx: Tx, streamId: number, startsAt: Date, words: string): Promise<void> {
  await tx
    .update(liveCues)
    .set({ words, isByStaff: true })
    .where(and(eq(liveCues.streamId, streamId), eq(liveCues.startsAt, startsAt)));
}

/**
 * Deletes what left the window of its stream; of an event, which has no other copy, only what nothing keeps. The
 * transcript loses it too where no replay is kept: what was between broadcasts, or in one that has no replay.
 */
export async function forgetSentCues(
  db: Db,
  { now, windowMs, graceMs }: { now: Date; windowMs: number; graceMs: number },
  limit: number,
): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ownMs = sql`(coalesce(s.window_ms, ${windowMs}::bigint) + ${graceMs}::bigint)`;
  const { rowCount } = await db.execute(sql`
    with gone as (
      delete from ${liveCues} where (stream_id, starts_at) in (
        select l.stream_id, l.starts_at from ${liveCues} l join ${mediaStreams} s on s.id = l.stream_id
        where l.starts_at < ${at} - ${ownMs} * interval '1 millisecond' and (s.kind <> 'event' or not exists (
          select from ${mediaKeeps} k
          where k.stream_id = l.stream_id and k.starts_at <= l.starts_at and k.ends_at > l.starts_at
            and (k.kept_until is null or k.kept_until > ${at})))
        order by l.starts_at limit ${limit})
      returning stream_id, starts_at
    ), unkept as (
      delete from ${transcriptCues} t using gone
      where t.stream_id = gone.stream_id and t.starts_at = gone.starts_at and not exists (
        select from ${programArchives} a
        where a.stream_id = gone.stream_id and a.merged_into is null and a.starts_at <= gone.starts_at
          and a.starts_at > gone.starts_at - ${MAX_BROADCAST_LENGTH} and a.ends_at > gone.starts_at
          and (a.available_until is null or a.available_until > a.starts_at))
    )
    select from gone`);
  return rowCount ?? 0;
}
