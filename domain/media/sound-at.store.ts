import { sql } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { MAX_SEGMENT_MS, type RenditionName } from './renditions.rules.ts';

/** Of each of several instants, in the order given: whether its sound was removed, and whether a segment contains it. */
export async function selectSoundAt(
  db: ReadDb,
  moments: readonly { streamId: number; at: Date }[],
  renditions: readonly RenditionName[],
): Promise<{ isRemoved: boolean; hasSegment: boolean }[]> {
  const { rows } = await db.execute<{ isRemoved: boolean; hasSegment: boolean }>(sql`
    select exists (
        select 1 from media_removals r
        where r.stream_id = asked.stream_id and r.lifted_at is null
          and r.starts_at <= asked.at and r.ends_at > asked.at) as "isRemoved",
      exists (
        select 1 from media_segments s
        where s.stream_id = asked.stream_id and s.rendition = any(${sql.param([...renditions])}::text[])
          and s.starts_at > asked.at - ${MAX_SEGMENT_MS} * interval '1 ms' and s.starts_at <= asked.at
          and s.starts_at + s.duration_ms * interval '1 ms' > asked.at) as "hasSegment"
    from unnest(${sql.param(moments.map(({ streamId }) => streamId))}::int[],
      ${sql.param(moments.map(({ at }) => at.toISOString()))}::timestamptz[]) with ordinality as asked (stream_id, at, place)
    order by asked.place`);
  return rows;
}
