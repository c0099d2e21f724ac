import { chaseSpeedOf } from '#app/player/live-session.ts';
import { REWIND_WINDOW_MS, type LiveSession } from '#app/player/player.state.ts';
import { heardNowMs, playLive, resumeLive, send } from '#app/player/player.store.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { isChannelId } from '#shared/enums.ts';

/** Where live begins to be met: what is heard less far behind is live (two hold-backs of it). */
const NEARLY_LIVE_MS = 30_000;

/** When a replay of what is still on air would meet live, if it were played faster from here; null where there is nothing to meet. */
export function wouldMeetLiveAtMs({ told }: ReplaySource, heardMs: number, nowMs: number): number | null {
  if (told === null || !isChannelId(told.streamId)) return null;
  const isOnAir = (told.parts.at(-1)?.endsAtMs ?? told.endsAtMs) > nowMs;
  const behindMs = nowMs - heardMs;
  // Live goes back so far, and goes on from there as one sound.
  if (!isOnAir || behindMs < NEARLY_LIVE_MS || behindMs > REWIND_WINDOW_MS) return null;
  return nowMs + behindMs / (chaseSpeedOf(behindMs) - 1);
}

/** Goes on at the same instant of live, faster until it is met. */
export function catchUpFrom({ told }: ReplaySource): void {
  const atMs = heardNowMs();
  if (told === null || atMs === null || !isChannelId(told.streamId)) return;
  playLive(told.streamId, 'audio', new Date(atMs));
  send({ type: 'chase', isOn: true, of: 'live' });
}

/** Plays live faster until it is met, or as it was said. */
export function toggleChase({ speed, phase }: LiveSession): void {
  send({ type: 'chase', isOn: speed === 1, of: 'live' });
  if (speed === 1 && phase === 'paused') resumeLive();
}
