import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listHosts, type HostCard } from '#domain/hosts/hosts.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';

const toTile = (host: HostCard) => ({
  id: host.id,
  name: host.name,
  slug: host.slug,
  picture: host.picture,
  tagline: phrase(host.tagline),
  channels: host.channelIds,
  program: host.programs[0]?.title ?? '',
});

export type HostTileView = ReturnType<typeof toTile>;

export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, siteUrl } = context.get(requestContext);
  const hosts = await listHosts({ db });
  const regular = hosts.filter((host) => host.hostType === 'regular');
  return {
    siteUrl,
    // A host of two channels is shown once, with the first.
    channels: CHANNEL_IDS.map((channelId) => ({
      channelId,
      hosts: regular.filter((host) => host.channelIds[0] === channelId).map(toTile),
    })).filter((group) => group.hosts.length > 0),
    guests: hosts.filter((host) => host.hostType === 'guest').map(toTile),
  };
}

export function headers() {
  return publicPage({ freshSeconds: 60, staleSeconds: 600, tags: ['hosts', 'programs'] });
}
