import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { SINGER_TYPE, SONG_TYPE } from '#shared/enums.ts';
import { UNDATED, type Source } from './search-document.ts';

/** The part of a song's key that is its singer. Has an index. */
const SINGER = sql`split_part(s.name_key, chr(10), 2)`;
const OTHERS_SINGER = sql`split_part(o.name_key, chr(10), 2)`;
/** The first play of a song by a channel. */
const firstPlay = (songId: SQL): SQL => sql`(
  select m.starts_at from on_air_marks m
  where m.song_id = ${songId} and m.stream_id in (881, 903, 864) and not m.is_withdrawn
  order by m.starts_at limit 1)`;
/** A singer is counted at the first of the songs, if the name can be part of an address. */
const IS_FIRST = sql`${SINGER} !~ '^\\.*$' and not exists (
  select 1 from played_songs o where ${OTHERS_SINGER} = ${SINGER} and o.id < s.id)`;
const SINGERS = sql`played_songs s cross join lateral (
  select min(${firstPlay(sql`o.id`)}) as starts_at from played_songs o where ${OTHERS_SINGER} = ${SINGER}) as first`;
const SONGS = sql`played_songs s cross join lateral ${firstPlay(sql`s.id`)} as first`;

interface SongRow extends Record<string, unknown> {
  id: number;
  title: string;
  artist: string;
  singer: string;
  starts_at: Date | string;
}

const undated = { keywords: [], picture: '', channelBitwise: 0, displayAt: UNDATED, visibleUntil: null, popularity: 0 };

/** Songs that a channel has played, highest id first. */
export async function findSongSources(db: Db, which: SQL, limit: number): Promise<Source[]> {
  const { rows } = await db.execute<SongRow>(sql`
    select s.id, s.title, s.artist, first.starts_at from ${SONGS} where ${which} order by s.id desc limit ${limit}`);
  return rows.map(({ id, title, artist, starts_at: startsAt }) => ({
    ...undated,
    contentType: SONG_TYPE,
    itemId: id,
    title,
    otherNames: [],
    body: artist,
    slug: '',
    visibleFrom: new Date(startsAt),
  }));
}

/** Singers of whom a channel has played a song, by the id of the first one known, highest first. */
export async function findSingerSources(db: Db, which: SQL, limit: number): Promise<Source[]> {
  const { rows } = await db.execute<SongRow>(sql`
    select s.id, s.artist, ${SINGER} as singer, first.starts_at from ${SINGERS}
    where ${IS_FIRST} and first.starts_at is not null and ${which} order by s.id desc limit ${limit}`);
  return rows.map(({ id, artist, singer, starts_at: startsAt }) => {
    const each = artist.split('、').map((name) => name.trim());
    return {
      ...undated,
      contentType: SINGER_TYPE,
      itemId: id,
      title: artist,
      // Of several who sing together, each is a name.
      otherNames: each.length > 1 ? each : [],
      body: '',
      slug: singer,
      visibleFrom: new Date(startsAt),
    };
  });
}

export const findSongBatch = (db: Db, belowId: number, limit: number): Promise<Source[]> =>
  findSongSources(db, sql`s.id < ${belowId}`, limit);

export const findSingerBatch = (db: Db, belowId: number, limit: number): Promise<Source[]> =>
  findSingerSources(db, sql`s.id < ${belowId}`, limit);

/** Number of songs and singers in the index. */
export async function countPlayedSongs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select ((select count(*) from ${SONGS})
      + (select count(*) from ${SINGERS} where ${IS_FIRST} and first.starts_at is not null))::integer as total`);
  return rows[0]?.total ?? 0;
}
