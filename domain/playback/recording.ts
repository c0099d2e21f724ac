import type { Db } from '#db/database.ts';
import { OLDEST_MS } from './positions.rules.ts';
import { beginPause, endPause, hasOpenPause } from './recording.store.ts';

// Whether a member's listening is recorded: history and heard spans. Positions are stored regardless.

/**
 * Pauses or resumes recording. Pauses are kept as long as events from that time may still be reported, for instance by
 * an offline device.
 */
export async function setRecording(db: Db, memberId: number, isOn: boolean, now: Date): Promise<void> {
  if (isOn) return endPause(db, memberId, now);
  await beginPause(db, memberId, { now, oldest: new Date(now.getTime() - OLDEST_MS) });
}

export const isRecordingPaused = (db: Db, memberId: number): Promise<boolean> => hasOpenPause(db, memberId);
