import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { LiveSource } from './source.ts';
import type { SourceKind } from './source-kinds.ts';

const known = new Map<string, string>();

/** A channel on air, and its last eight hours. */
export const liveKind: SourceKind<LiveSource> = {
  engine: 'stream',
  /** Asked for once: the answer does not change while a page is open. */
  address: async ({ channelId, media }) => {
    const key = `${channelId}/${media}`;
    const address = known.get(key);
    if (address !== undefined) return address;
    const { livePlaylistUrl } = await call<{ livePlaylistUrl: string }>(calls.liveSource(channelId, media));
    known.set(key, livePlaylistUrl);
    return livePlaylistUrl;
  },
};
