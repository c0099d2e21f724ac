import { hiddenReplays } from '#domain/archive/ending.ts';
import { createGrantReader, renewRemoteLease, sessionHashOf } from '#domain/playback/playback.ts';
import type { PodcastServices } from '#domain/podcasts/podcasts.ts';
import { programmesBetween } from '#domain/timetable/timetable.ts';
import { createMediaOrigin, type MediaOrigin } from '#server/media/origin.ts';
import type { Levers } from '#server/operations/levers.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import type { Base } from '#server/services/base.ts';
import type { Grants } from '#server/services/playing/grants.ts';
import { sharedSlotsOf } from '#server/services/playing/archive.ts';
import { createOpenEpisode } from '#server/services/playing/podcasts.ts';

/** The media origin of this process. */
export function createOrigin(
  { config, database: { db, pool }, storage, log, counter, rewindWindowMs, clock }: Base,
  {
    grants,
    podcasts,
    metrics,
    levers,
  }: { grants: Grants; podcasts: PodcastServices; metrics: Metrics; levers: Levers },
): MediaOrigin {
  return createMediaOrigin({
    db,
    pool,
    storage,
    log,
    counter,
    isLowBitrateOnly: () => levers.isPulled('lever.a64'),
    config: { rewindWindowMs },
    now: clock,
    ...(config.NATS_URL === ''
      ? {}
      : {
          spool: {
            url: config.NATS_URL,
            stream: config.NATS_STREAM,
            replicas: config.NATS_REPLICAS,
            maxBytes: config.NATS_STREAM_BYTES,
          },
        }),
    // Signatures are verified here without the database.
    replay: {
      siteUrl: config.siteUrl,
      readHidden: hiddenReplays,
      gate: {
        ...grants.endedLeases,
        readGrant: createGrantReader(() => grants.grantKeys.keys()),
        sessionHashOf,
        renewRemote: (leaseId, remoteSerial) =>
          renewRemoteLease(db, {
            leaseId,
            remoteSerial,
            maxDevices: config.PLAYBACK_DEVICES,
            sharedOf: sharedSlotsOf(config),
            now: clock(),
          }),
      },
    },
    openEpisode: createOpenEpisode(podcasts, clock),
    countRefusal: (reason) => metrics.countRefusedPush(reason),
    programmesBetween: async (channelId, from, to) =>
      (await programmesBetween({ db, now: clock() }, channelId, from, to)).map((p) => ({
        id: p.programId,
        title: p.programName,
        startsAt: new Date(p.startsAtMs),
        endsAt: new Date(p.endsAtMs),
      })),
  });
}
