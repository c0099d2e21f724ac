import type { Db } from '#db/database.ts';
import { OLDEST_MS } from './places.rules.ts';
import { beginPause, endPause, hasOpenPause } from './recording.store.ts';

// Whether what a member hears is recorded: the history, and which parts were heard. Places are kept all the same.

/**
 * Pauses and resumes the recording. Pauses stay as long as something heard meanwhile may still be handed in, such as by a
 * device without a network.
 */
export async function setRecording(db: Db, memberId: number, isOn: boolean, now: Date): Promise<void> {
  if (isOn) return endPause(db, memberId, now);
  await beginPause(db, memberId, { now, oldest: new Date(now.getTime() - OLDEST_MS) });
}

export const isRecordingPaused = (db: Db, memberId: number): Promise<boolean> => hasOpenPause(db, memberId);
