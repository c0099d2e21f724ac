import { memberNow } from '#app/components/frame/member-state.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import { vodOf } from '#app/player/player.state.ts';
import { playerSnapshot, send, subscribePlayer } from '#app/player/player.store.ts';
import { isReplay, turnSources, type ReplaySource, type TurnSong } from '#app/player/sources/replay.ts';
import { songCalls, songPaths } from '#app/song-paths.ts';
import type { TurnReplyWire } from '#domain/moments/moments.schema.ts';

/** Which endless list. */
export interface Mood {
  category_id: number;
  type: string | undefined;
  day: string;
}

/** Songs that this listener may hear, and whether there are others. */
async function askSongs(mood: Mood, page: number): Promise<{ songs: TurnSong[]; isLess: boolean; hasMore: boolean }> {
  const { items, has_more: hasMore } = await call<TurnReplyWire>(songCalls.endless({ ...mood, page }));
  const hearsAll = memberNow()?.subscribed === true;
  const heard = items.filter(({ is_free: isFree }) => hearsAll || isFree);
  const songs = heard.map((song) => ({
    sectionId: song.program_archive_section_id,
    startsAtMs: Math.round(song.start_ts * 1000),
    endsAtMs: Math.round(song.end_ts * 1000),
    title: song.title,
    artist: song.artist,
    page: songPaths.song(song.song_id),
  }));
  return { songs, isLess: heard.length < items.length, hasMore };
}

/** Pages searched for songs that may be heard. */
const PAGES_AT_ONCE = 4;

/** The song of the list that has the player. */
function turnNow(): ReplaySource | null {
  const source = vodOf(playerSnapshot().player)?.source;
  return source !== undefined && isReplay(source) && source.song !== null ? source : null;
}

let stopWatching: () => void = () => undefined;

/**
 * Plays the list from a page on. It continues across the pages of the list, wherever the listener browses.
 * Returns why there is nothing to play.
 */
export async function playTurn(mood: Mood, page: number): Promise<'playing' | 'noneFree' | 'nothing'> {
  stopWatching();
  let nextPage: number | null = page;
  let isLess = false;
  const more = async (before: ReplaySource | null): Promise<ReplaySource[]> => {
    for (let tries = 0; nextPage !== null && tries < PAGES_AT_ONCE; tries++) {
      const found: Awaited<ReturnType<typeof askSongs>> = await askSongs(mood, nextPage);
      isLess ||= found.isLess;
      nextPage = found.hasMore ? nextPage + 1 : null;
      if (found.songs.length > 0) return turnSources(found.songs, before);
    }
    return [];
  };
  const [first] = await more(null);
  if (first === undefined) return isLess ? 'noneFree' : 'nothing';
  send({ type: 'play', source: first, startAtMs: null });
  let asking = false;
  let hasBegun = false;
  stopWatching = subscribePlayer(() => {
    const source = turnNow();
    // Until its code is loaded, the player has what it had before.
    if (source === null) return hasBegun ? stopWatching() : undefined;
    hasBegun = true;
    // Known once its call is answered; what is added before that would be lost.
    if (source.next || source.details === null || nextPage === null || asking) return;
    asking = true;
    more(source)
      .then(([next]) => {
        const now = turnNow();
        if (next && now?.key === source.key) send({ type: 'amend', source: { ...now, next } });
      })
      // The list ends with the song, and can be restarted.
      .catch(() => (nextPage = null))
      .finally(() => (asking = false));
  });
  return 'playing';
}
