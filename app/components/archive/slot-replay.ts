import { firstStart, type ReplayView } from './replay-view.ts';
import type { ReplayStart } from './replay-link.tsx';

/** The replay of a timetable slot: a broadcast of its programme that was on air in the middle of the slot. */
export function slotReplay(
  replays: readonly ReplayView[],
  slot: { programId: number; startsAtMs: number; endsAtMs: number },
): ReplayStart | null {
  const middleMs = (slot.startsAtMs + slot.endsAtMs) / 2;
  const replay = replays.find(
    ({ programId, startsAtMs, endsAtMs, isEnded }) =>
      programId === slot.programId && startsAtMs <= middleMs && middleMs < endsAtMs && !isEnded,
  );
  return (replay && firstStart(replay)) ?? null;
}
