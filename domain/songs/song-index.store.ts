import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { jobOfEach, SEARCH_INDEX } from '#db/outbox.ts';
import { SINGER_TYPE, SONG_TYPE } from '#shared/enums.ts';

/**
 * Queues the search index of songs whose plays changed, and of their singers. Not of songs that channels have played twice:
 * they are in the index, and their entries do not change.
 */
export async function queueSongIndex(tx: Tx, songIds: readonly number[]): Promise<void> {
  if (songIds.length === 0) return;
  const payload = sql`json_build_object('contentType', items.type, 'itemId', items.id)`;
  await tx.execute(sql`
    with seldom as (
      select s.id, (
        select min(o.id) from played_songs o
        where split_part(o.name_key, chr(10), 2) = split_part(s.name_key, chr(10), 2)) as singer_id
      from played_songs s
      where s.id = any(${sql.param([...new Set(songIds)])}::integer[]) and (
        select count(*) from (
          select 1 from on_air_marks m
          where m.song_id = s.id and m.stream_id in (881, 903, 864) and not m.is_withdrawn limit 2) as plays) < 2
    ), items as (
      select ${SONG_TYPE}::int as type, id from seldom
      union select ${SINGER_TYPE}::int, singer_id from seldom
    )
    select ${jobOfEach(SEARCH_INDEX, payload, { maxAttempts: 10 })} from items having count(*) > 0`);
}
