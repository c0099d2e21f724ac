import { replayNow, type PlayServices } from '#domain/archive/playing/archive-play.ts';
import { eventNow } from '#domain/events/event-play.ts';
import { createReports, type PlaybackServices } from '#domain/playback/playback.ts';
import { filmNow, type FilmServices } from '#domain/films/films.ts';
import type { Base } from '#server/services/base.ts';
import type { Grants } from '#server/services/playing/grants.ts';
import { sharedSlotsOf } from '#server/services/playing/archive.ts';
import { playingNow } from '#server/services/playing/playing.ts';
import { PLAYBACK_LIMITS } from '#shared/limits.ts';

/** Dependencies of playback. */
export function createPlaybackServices(
  { config, counter, database: { db } }: Base,
  { grantKeys, archive, films }: Pick<Grants, 'grantKeys'> & { archive: PlayServices; films: FilmServices },
): PlaybackServices {
  const takeCall = counter.limit('playback', PLAYBACK_LIMITS.calls, { isFrequent: true });
  return {
    db,
    reports: createReports(db),
    keys: () => grantKeys.keys(),
    maxDevices: config.PLAYBACK_DEVICES,
    sharedOf: sharedSlotsOf(config),
    takeTurn: (memberId) => takeCall(String(memberId)),
    // The module that decides about each kind of stream.
    ...playingNow(
      {
        channel: (actor, span, now) => replayNow(archive, actor, span, now),
        tape: (actor, span, now) => replayNow(archive, actor, span, now),
        film: (actor, span, now, said) => filmNow(films, actor, span, now, said),
        event: (actor, span, now) => eventNow({ db }, actor, span, now),
      },
      async (memberId, now) => (await archive.ownedBroadcasts(db, [memberId], now)).has(memberId),
    ),
  };
}
