import { and, asc, desc, eq, gt, gte, lt, lte, sql, type SQLWrapper } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { transcriptCues } from '#db/tables/archive.ts';
import { mediaRemovals } from '#db/tables/media.ts';

export interface SaidRow {
  startsAt: Date;
  endsAt: Date;
  words: string;
}

const CUES_A_STATEMENT = 1_000;
/** The longest possible cue bounds the index scan. */
export const MAX_CUE_MS = 600_000;

/** What was removed from the sound is not to be read either. */
const isHeard = sql`not exists (
  select 1 from ${mediaRemovals} r
  where r.stream_id = ${transcriptCues.streamId} and r.lifted_at is null
    and r.starts_at < ${transcriptCues.endsAt} and r.ends_at > ${transcriptCues.startsAt}
)`;

/** Replaces the cues of a span. */
export async function replaceCues(
  tx: Tx,
  { streamId, from, to }: { streamId: number; from: Date; to: Date },
  rows: readonly SaidRow[],
): Promise<void> {
  await tx
    .delete(transcriptCues)
    .where(
      and(eq(transcriptCues.streamId, streamId), gte(transcriptCues.startsAt, from), lt(transcriptCues.startsAt, to)),
    );
  for (let at = 0; at < rows.length; at += CUES_A_STATEMENT)
    await tx.insert(transcriptCues).values(rows.slice(at, at + CUES_A_STATEMENT).map((row) => ({ streamId, ...row })));
}

/** Cues that start at an instant, with their ids. */
export const findCuesFrom = (tx: Tx, streamId: number, startsAt: Date) =>
  tx
    .select({ id: transcriptCues.id, endsAt: transcriptCues.endsAt, words: transcriptCues.words })
    .from(transcriptCues)
    .where(and(eq(transcriptCues.streamId, streamId), eq(transcriptCues.startsAt, startsAt)))
    .orderBy(asc(transcriptCues.id))
    .limit(100);

export async function insertCue(tx: Tx, cue: SaidRow & { streamId: number }): Promise<void> {
  await tx.insert(transcriptCues).values(cue);
}

/** Changes the words of a cue; without words it is deleted. */
export async function setCueWords(tx: Tx, id: number, words: string): Promise<void> {
  const which = eq(transcriptCues.id, id);
  await (words === '' ? tx.delete(transcriptCues).where(which) : tx.update(transcriptCues).set({ words }).where(which));
}

/** Last cue of a page: it starts then, and has that id. */
export interface CuePosition {
  startsAtMs: number;
  id: number;
}

/** Cues of a span in order of time, from after a position on; with `q`, those that contain it in any case and width. */
export function searchCues(
  db: Db,
  { streamId, startsAt, endsAt }: { streamId: number; startsAt: Date; endsAt: Date },
  { after, q, limit }: { after?: CuePosition | undefined; q?: string | undefined; limit: number },
) {
  const from = after === undefined ? null : new Date(after.startsAtMs).toISOString();
  const folded = (text: SQLWrapper) => sql`lower(normalize(${text}, nfkc))`;
  return db
    .select({
      id: transcriptCues.id,
      startsAt: transcriptCues.startsAt,
      endsAt: transcriptCues.endsAt,
      words: transcriptCues.words,
    })
    .from(transcriptCues)
    .where(
      and(
        eq(transcriptCues.streamId, streamId),
        gte(transcriptCues.startsAt, startsAt),
        lt(transcriptCues.startsAt, endsAt),
        from === null
          ? undefined
          : sql`(${transcriptCues.startsAt}, ${transcriptCues.id}) > (${from}::timestamptz, ${after!.id}::bigint)`,
        q === undefined ? undefined : sql`strpos(${folded(transcriptCues.words)}, ${folded(sql`${q}::text`)}) > 0`,
      ),
    )
    .orderBy(asc(transcriptCues.startsAt), asc(transcriptCues.id))
    .limit(limit);
}

/** Public cues of a span, in order. */
export async function findCues(db: ReadDb, streamId: number, from: Date, to: Date, limit: number): Promise<SaidRow[]> {
  return db
    .select({ startsAt: transcriptCues.startsAt, endsAt: transcriptCues.endsAt, words: transcriptCues.words })
    .from(transcriptCues)
    .where(
      and(
        eq(transcriptCues.streamId, streamId),
        gte(transcriptCues.startsAt, from),
        lt(transcriptCues.startsAt, to),
        isHeard,
      ),
    )
    .orderBy(asc(transcriptCues.startsAt))
    .limit(limit);
}

/** The public cue at an instant. */
export async function findCueAt(db: Db, streamId: number, at: Date): Promise<SaidRow | null> {
  const [row] = await db
    .select({ startsAt: transcriptCues.startsAt, endsAt: transcriptCues.endsAt, words: transcriptCues.words })
    .from(transcriptCues)
    .where(
      and(
        eq(transcriptCues.streamId, streamId),
        gt(transcriptCues.startsAt, new Date(at.getTime() - MAX_CUE_MS)),
        lte(transcriptCues.startsAt, at),
        gt(transcriptCues.endsAt, at),
        isHeard,
      ),
    )
    .orderBy(desc(transcriptCues.startsAt))
    .limit(1);
  return row ?? null;
}

/** Ids of the spans with at least one cue. */
export async function findTranscribed(
  db: ReadDb,
  spans: readonly { id: number; streamId: number; from: Date; to: Date }[],
): Promise<Set<number>> {
  if (spans.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select wanted.id
    from unnest(
      ${sql.param(spans.map(({ id }) => id))}::integer[], ${sql.param(spans.map(({ streamId }) => streamId))}::integer[],
      ${sql.param(spans.map(({ from }) => from.toISOString()))}::timestamptz[],
      ${sql.param(spans.map(({ to }) => to.toISOString()))}::timestamptz[]
    ) as wanted (id, stream_id, from_at, to_at)
    where exists (
      select 1 from ${transcriptCues} c
      where c.stream_id = wanted.stream_id and c.starts_at >= wanted.from_at and c.starts_at < wanted.to_at
    )`);
  return new Set(rows.map(({ id }) => id));
}
