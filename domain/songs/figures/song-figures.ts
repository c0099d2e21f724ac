import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import { nameKeyOf, spelling } from '#shared/text/spelling.ts';
import { songsTag } from '../songs.ts';
import {
  COUNTED_OF_EACH,
  COUNTED_PLAYS,
  figuresOf,
  LAST_PAGE_OF_PLAYS,
  PLAYS_A_PAGE,
  type PlayFigures,
} from './song-figures.rules.ts';
import {
  countPlays,
  findNewestPlays,
  findPlays,
  findSong,
  findSongAddresses,
  findSongIds,
  findSongsOfSinger,
  type Play,
} from './song-figures.store.ts';

export type { Play } from './song-figures.store.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

/** Tags of what is listed from plays of any channel, and from the broadcasts that contain them. */
export const PLAYS_TAGS: readonly string[] = [...CHANNEL_IDS.map(songsTag), 'archive', 'programs'];

const figures = ({ db, now }: Context, key: string, songIds: readonly number[], ofEach: number): Promise<PlayFigures> =>
  cachedQuery(db, { key: `play figures ${key}`, tags: PLAYS_TAGS }, async () =>
    figuresOf(await countPlays(db, songIds, now, ofEach), COUNTED_PLAYS),
  );

/** A song with a page of its plays, newest first. Throws `dataNotFound` if no channel has played it, or not so often. */
export async function getSong(
  context: Context,
  { id, page }: { id: number; page: number },
): Promise<{
  song: { id: number; title: string; artist: string };
  plays: Play[];
  hasMore: boolean;
  figures: PlayFigures;
}> {
  const { db, now } = context;
  const song = isPossibleId(id) && page <= LAST_PAGE_OF_PLAYS ? await findSong(db, id) : undefined;
  if (song === undefined) throw new DomainError('dataNotFound');
  const offset = (page - 1) * PLAYS_A_PAGE;
  const plays = await findPlays(db, { songId: id, now, limit: PLAYS_A_PAGE + 1, offset });
  if (plays.length === 0) throw new DomainError('dataNotFound');
  return {
    song,
    plays: plays.slice(0, PLAYS_A_PAGE),
    hasMore: plays.length > PLAYS_A_PAGE && page < LAST_PAGE_OF_PLAYS,
    figures: await figures(context, `song ${id}`, [id], COUNTED_PLAYS),
  };
}

/** A singer by any spelling of the name, with songs and the newest plays. Throws `dataNotFound` if no song was played. */
export async function getSinger(
  context: Context,
  name: string,
): Promise<{
  singer: string;
  name: string;
  songs: { id: number; title: string; plays: number; lastAt: Date }[];
  plays: Play[];
  figures: PlayFigures;
}> {
  const { db, now } = context;
  const singer = spelling(name);
  const songs = singer === '' ? [] : await findSongsOfSinger(db, singer, now);
  const [first] = songs;
  if (first === undefined) throw new DomainError('dataNotFound');
  const ids = songs.map(({ id }) => id);
  const [plays, counted] = await Promise.all([
    findNewestPlays(db, ids, { now, limit: PLAYS_A_PAGE }),
    figures(context, `singer ${singer}`, ids, COUNTED_OF_EACH),
  ]);
  return { singer, name: first.artist, songs, plays, figures: counted };
}

/** Ids of songs by title and artist, in the order asked; undefined where no channel has reported it. */
export async function songIdsOf(
  { db }: Pick<Context, 'db'>,
  songs: readonly { title: string; artist: string }[],
): Promise<(number | undefined)[]> {
  const ids = await findSongIds(db, [...new Set(songs.map(nameKeyOf))]);
  return songs.map((song) => ids.get(nameKeyOf(song)));
}

/** Songs that channels have played, for crawlers. */
export const listSongAddresses = ({ db, now }: Context, { limit }: { limit: number }) =>
  findSongAddresses(db, now, limit);
