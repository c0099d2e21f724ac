import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';

/** Those of some songs that channels have played once or not at all, with the first song of their singer. */
export async function findSeldomPlayed(
  tx: Tx,
  songIds: readonly number[],
): Promise<{ songId: number; singerId: number }[]> {
  if (songIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: number; singer_id: number }>(sql`
    select s.id, (
      select min(o.id) from played_songs o
      where split_part(o.name_key, chr(10), 2) = split_part(s.name_key, chr(10), 2)) as singer_id
    from played_songs s
    where s.id = any(${sql.param([...songIds])}::integer[]) and (
      select count(*) from (
        select 1 from on_air_marks m
        where m.song_id = s.id and m.stream_id in (881, 903, 864) and not m.is_withdrawn limit 2) as plays) < 2`);
  return rows.map((row) => ({ songId: row.id, singerId: row.singer_id }));
}
