import { chaseSpeedOf } from '#app/player/live-session.ts';
import { REWIND_WINDOW_MS, type LiveSession } from '#app/player/player.state.ts';
import { heardNowMs, playLive, resumeLive, send } from '#app/player/player.store.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { isChannelId } from '#shared/enums.ts';

/** Below this distance from live there is nothing to catch up with (two hold-backs). */
const NEARLY_LIVE_MS = 30_000;

/** When the replay of a broadcast on air would meet live if played faster from here; null if it would not. */
export function wouldMeetLiveAtMs({ details }: ReplaySource, heardMs: number, nowMs: number): number | null {
  if (details === null || !isChannelId(details.streamId)) return null;
  const isOnAir = (details.parts.at(-1)?.endsAtMs ?? details.endsAtMs) > nowMs;
  const behindMs = nowMs - heardMs;
  // The rewind window of live; from there on it plays through to live.
  if (!isOnAir || behindMs < NEARLY_LIVE_MS || behindMs > REWIND_WINDOW_MS) return null;
  return nowMs + behindMs / (chaseSpeedOf(behindMs) - 1);
}

/** Continues at the same instant of live, faster until it meets live. */
export function catchUpFrom({ details }: ReplaySource): void {
  const atMs = heardNowMs();
  if (details === null || atMs === null || !isChannelId(details.streamId)) return;
  playLive(details.streamId, 'audio', new Date(atMs));
  send({ type: 'chase', isOn: true, of: 'live' });
}

/** Plays live faster until it meets live, or stops that. */
export function toggleChase({ speed, phase }: LiveSession): void {
  send({ type: 'chase', isOn: speed === 1, of: 'live' });
  if (speed === 1 && phase === 'paused') resumeLive();
}
