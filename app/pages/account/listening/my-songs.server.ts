import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { listPageParam } from '#app/params.server.ts';
import { songPaths } from '#app/song-paths.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { isRecordingPaused } from '#domain/playback/playback.ts';
import { SONGS_A_PAGE, type HowSong } from '#domain/songs/member-songs.rules.ts';
import { countMemberSongs, forgetSongs, listMemberSongs } from '#domain/songs/member-songs.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId } from '#shared/enums.ts';
import { minuteHkOf } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { takeIntent } from '#app/pages/account/account-posted.server.ts';
import { ownPage } from '#app/pages/account/own-page.server.ts';

const howOf = (value: string | null): HowSong | undefined =>
  value === 'heard' || value === 'kept' ? value : undefined;

/** The position of a channel's song in the list of played songs. */
function songListPath(streamId: number, startsAt: Date): string | null {
  if (!isChannelId(streamId)) return null;
  const hour = Math.floor(minuteHkOf(startsAt) / 60);
  return songPaths.songs(streamId, { day: stationDayOf(startsAt), hour: hour < 5 ? hour + 24 : hour });
}

export async function loader(args: LoaderFunctionArgs) {
  const { db, actor, siteUrl } = await ownPage(args);
  const { searchParams } = args.url;
  const [how, page] = [howOf(searchParams.get('how')), listPageParam(searchParams.get('page'))];
  const asked = { how, limit: SONGS_A_PAGE, offset: (page - 1) * SONGS_A_PAGE };
  const [{ songs, hasMore }, counts, isPaused] = await Promise.all([
    listMemberSongs({ db }, actor, asked),
    countMemberSongs({ db }, actor),
    isRecordingPaused(db, actor.memberId),
  ]);
  return {
    siteUrl,
    how,
    page,
    hasMore,
    counts,
    isPaused,
    songs: songs.map((song) => ({
      markId: song.markId,
      how: song.how,
      title: song.title,
      artist: song.artist,
      channelId: isChannelId(song.streamId) ? song.streamId : null,
      startsAtMs: song.startsAt.getTime(),
      place: songListPath(song.streamId, song.startsAt),
    })),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    remove: async ({ db, actor }, { thing = '' }) => {
      const markId = Number(thing);
      if (!isPossibleId(markId)) throw new DomainError('dataNotFound');
      await forgetSongs({ db }, actor, { markId });
    },
    clear: async ({ db, actor }) => void (await forgetSongs({ db }, actor, 'all')),
  });
