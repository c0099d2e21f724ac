import type { Db } from '#db/database.ts';
import { getBulletin, listBulletinWords } from '#domain/bulletins/bulletins.ts';
import { listEpisodeWords } from '#domain/archive/episodes.ts';
import { openEpisode, type PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { OpenEpisode, PodcastEpisode } from '#server/media/podcast/podcasts.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import type { Base } from '#server/services/base.ts';

/** Dependencies of podcasts. */
export const createPodcastServices = (
  { config, database }: Base,
  isSubscriber: PodcastServices['isSubscriber'],
): PodcastServices => ({ db: database.db, settings: archiveSettingsOf(config), isSubscriber });

/** Replaces the token in the addresses of bulletins. */
const BULLETIN = 'bulletin';

async function openBulletin(db: Db, id: number, now: Date): Promise<PodcastEpisode> {
  const { parts } = await getBulletin({ db, now }, id);
  return {
    feedId: null,
    quality: 11,
    spans: parts.map(({ streamId, startsAt, endsAt }) => ({
      streamId,
      from: startsAt.getTime(),
      to: endsAt.getTime(),
    })),
    parts: parts.map(({ title, startsAt }, span) => ({ title, startsAt: startsAt.getTime(), span })),
    async words() {
      const said = await Promise.all(parts.map((part) => listBulletinWords(db, part)));
      return said.flatMap((cues, span) =>
        cues.map(({ startsAt, endsAt, words }) => ({
          startsAt: startsAt.getTime(),
          endsAt: endsAt.getTime(),
          words,
          span,
        })),
      );
    },
  };
}

/** Access check for podcast addresses, for the media origin. */
export function createOpenEpisode(services: PodcastServices, clock: () => Date): OpenEpisode {
  const { db } = services;
  return async (token, id) => {
    if (token === BULLETIN) return openBulletin(db, id, clock());
    const episode = await openEpisode(services, token, id, clock());
    const { feedId, quality, broadcast, parts, span } = episode;
    return {
      feedId,
      quality,
      spans: [{ streamId: broadcast.streamId, from: span.startsAt.getTime(), to: span.endsAt.getTime() }],
      parts: parts.map(({ title, startsAt }) => ({ title, startsAt: startsAt.getTime() })),
      async words() {
        const cues = await listEpisodeWords(db, episode);
        return cues.map(({ startsAt, endsAt, words }) => ({
          startsAt: startsAt.getTime(),
          endsAt: endsAt.getTime(),
          words,
        }));
      },
    };
  };
}
