import type { Tx } from '#db/database.ts';

/** What the archive needs of the sound: doors of `media`, handed in, so that a replay is cut and judged without it. */
export interface SoundKeeper {
  keepSound(
    tx: Tx,
    kept: { streamId: number; startsAt: Date; endsAt: Date; keptUntil: Date | null; why: string },
  ): Promise<void>;
  releaseSound(tx: Tx, kept: { streamId: number; why: string }): Promise<void>;
}

/** As the station has it; a programme may have its own. */
export interface ArchiveSettings {
  /** Minutes from the beginning of a broadcast that everybody may hear. */
  freeMinutes: number;
  /** Days for which a replay may be heard. */
  replayDays: number;
}
