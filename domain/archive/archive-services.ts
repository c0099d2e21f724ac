import type { Tx } from '#db/database.ts';

/** Functions of `media`, injected so that replays are cut and authorised independently of the sound. */
export interface SoundKeeper {
  keepSound(
    tx: Tx,
    kept: { streamId: number; startsAt: Date; endsAt: Date; keptUntil: Date | null; why: string },
  ): Promise<void>;
  releaseSound(tx: Tx, kept: { streamId: number; why: string }): Promise<void>;
}

/** Station defaults; a programme can override them. */
export interface ArchiveSettings {
  /** Free minutes from the start of a broadcast. */
  freeMinutes: number;
  /** Days a replay is available. */
  replayDays: number;
}
