import type { PositionEvent } from '#domain/playback/playback.ts';

export const POSITIONS_STREAM = 881;
const STEP_MS = 20_000;

/** The position event of a device by its number; deterministic, so that events are resent unchanged after a kill. */
export function positionEventAt(t0: number, sequence: number): PositionEvent {
  const at = t0 + sequence * STEP_MS;
  return {
    sequence,
    streamId: POSITIONS_STREAM,
    at: new Date(at),
    ageMs: null,
    clockAt: new Date(at),
    movedMs: STEP_MS,
    heard: [[new Date(at - STEP_MS), new Date(at)]],
  };
}
