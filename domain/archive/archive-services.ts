import type { Db, Tx } from '#db/database.ts';

/** Functions of `media`, injected so that replays are cut and authorised independently of the sound. */
export interface SoundKeeper {
  keepSound(
    tx: Tx,
    kept: { streamId: number; startsAt: Date; endsAt: Date; keptUntil: Date | null; why: string },
  ): Promise<void>;
  releaseSound(tx: Tx, kept: { streamId: number; why: string }): Promise<void>;
}

/** Also of `media`, for the sound of classics. */
export interface TapeKeeper {
  /** Instants between which a tape has sound; null if nothing of it is kept. */
  tapeSpan(db: Db | Tx, streamId: number): Promise<{ startsAt: Date; endsAt: Date } | null>;
}

/** Station defaults; a programme can override them. */
export interface ArchiveSettings {
  /** Free minutes from the start of a broadcast. */
  freeMinutes: number;
  /** Days a replay is available. */
  replayDays: number;
}
