import { memberNow } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { LivePlaces } from '#app/player/replay/live-places.ts';
import { isOfChannel } from '#app/player/player.state.ts';
import type { ChannelSource } from './source.ts';
import type { SourceKind } from './source-kinds.ts';

const known = new Map<string, string>();

let places: LivePlaces | undefined;
let coming: Promise<LivePlaces> | undefined;
/** Position reporting for subscribers is loaded on first use. */
const comePlaces = async () => (await import('#app/player/replay/live-places.ts')).createLivePlaces();

/** A channel on air, and its last eight hours. */
export const liveKind: SourceKind<ChannelSource> = {
  engine: 'stream',
  /** Fetched once: the answer does not change while a page is open. */
  address: async ({ channelId, media }) => {
    const key = `${channelId}/${media}`;
    const address = known.get(key);
    if (address !== undefined) return address;
    const { livePlaylistUrl } = await call<{ livePlaylistUrl: string }>(calls.liveSource(channelId, media));
    known.set(key, livePlaylistUrl);
    return livePlaylistUrl;
  },
  follow: (session) => {
    if (places) return places.follow(session);
    if (!isOfChannel(session) || session.phase !== 'playing' || memberNow()?.subscribed !== true) return;
    coming ??= comePlaces();
    coming.then(
      (here) => (places = here),
      () => (coming = undefined),
    );
  },
};
