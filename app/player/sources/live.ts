import { calls } from '#app/paths.ts';
import type { ChannelId } from '#shared/enums.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { MediaKind } from '#app/player/player.machine.ts';

const ENGINE_KEY = 'player-engine';
const PROBE_TIMEOUT_MS = 5_000;

const sources = new Map<string, string>();

/** Address of the live playlist; asked for once, because the answer does not change while a page is open. */
export async function sourceOf(channelId: ChannelId, kind: MediaKind): Promise<string> {
  const key = `${channelId}/${kind}`;
  const known = sources.get(key);
  if (known !== undefined) return known;
  const { livePlaylistUrl } = await call<{ livePlaylistUrl: string }>(calls.liveSource(channelId, kind));
  sources.set(key, livePlaylistUrl);
  return livePlaylistUrl;
}

/** Asks for the live playlist of a channel; throws where the origin does not answer with it. */
export async function askOrigin(channelId: ChannelId, kind: MediaKind): Promise<void> {
  const address = await sourceOf(channelId, kind);
  const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(String(answer.status));
}

/** A setting for people with a stubborn browser, and for the tests of that branch. */
function prefersNative(): boolean {
  try {
    return localStorage.getItem(ENGINE_KEY) === 'native';
  } catch {
    return false;
  }
}

type EngineName = 'hls' | 'native' | 'none';

/** hls.js where Media Source exists, the browser's own HLS elsewhere. */
export function chooseEngine(element: HTMLMediaElement): EngineName {
  const native = element.canPlayType('application/vnd.apple.mpegurl') !== '';
  if (native && prefersNative()) return 'native';
  const hasMediaSource =
    typeof MediaSource === 'function' && MediaSource.isTypeSupported('audio/mp4; codecs="mp4a.40.2"');
  if (hasMediaSource) return 'hls';
  return native ? 'native' : 'none';
}
