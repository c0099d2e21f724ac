import { memberNow } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { LivePositions } from '#app/player/replay/live-positions.ts';
import { isOfChannel } from '#app/player/player.state.ts';
import type { ChannelSource } from './source.ts';
import type { SourceKind } from './source-kind.ts';

const known = new Map<string, string>();

let positions: LivePositions | undefined;
let coming: Promise<LivePositions> | undefined;
/** Position reporting for subscribers is loaded on first use. */
const loadLivePositions = async () => (await import('#app/player/replay/live-positions.ts')).createLivePositions();

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
    if (positions) return positions.follow(session);
    if (!isOfChannel(session) || session.phase !== 'playing' || memberNow()?.subscribed !== true) return;
    coming ??= loadLivePositions();
    coming.then(
      (here) => (positions = here),
      () => (coming = undefined),
    );
  },
};
