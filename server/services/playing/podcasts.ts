import { listEpisodeWords } from '#domain/archive/episodes.ts';
import { openEpisode, type PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { OpenEpisode } from '#server/media/podcast/podcasts.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import type { Base } from '#server/services/base.ts';

/** Dependencies of podcasts. */
export const createPodcastServices = (
  { config, database }: Base,
  isSubscriber: PodcastServices['isSubscriber'],
): PodcastServices => ({ db: database.db, settings: archiveSettingsOf(config), isSubscriber });

/** Access check for podcast addresses, for the media origin. */
export function createOpenEpisode(services: PodcastServices, clock: () => Date): OpenEpisode {
  return async (token, archiveId) => {
    const episode = await openEpisode(services, token, archiveId, clock());
    const { feedId, quality, broadcast, parts, span } = episode;
    return {
      feedId,
      quality,
      streamId: broadcast.streamId,
      from: span.startsAt.getTime(),
      to: span.endsAt.getTime(),
      parts: parts.map(({ title, startsAt }) => ({ title, startsAt: startsAt.getTime() })),
      async words() {
        const cues = await listEpisodeWords(services.db, episode);
        return cues.map(({ startsAt, endsAt, words }) => ({
          startsAt: startsAt.getTime(),
          endsAt: endsAt.getTime(),
          words,
        }));
      },
    };
  };
}
