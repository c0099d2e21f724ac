import type { ReadDb } from '#db/database.ts';
import { freeSpanOf, hasEnded } from '#domain/archive/archive.rules.ts';
import type { DayPart } from '#domain/songs/figures/endless.rules.ts';
import { listEndless } from '#domain/songs/figures/endless.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { hearingsOf } from './moments.ts';

/** A song of the endless list as a moment of a replay, from its first to its last instant. */
export interface TurnSong {
  markId: number;
  songId: number;
  title: string;
  artist: string;
  archiveId: number;
  sectionId: number;
  startsAt: Date;
  endsAt: Date;
  /** Whether everyone may hear its beginning. */
  isFree: boolean;
}

/**
 * The songs of a page of the endless list that can be played one after another. Omits those that no replay contains any
 * more, and those whose end was never reported.
 */
export async function listTurn(
  { db, now, freeMinutes }: { db: ReadDb; now: Date; freeMinutes: number },
  asked: { categoryId: number; part: DayPart | null; day: DayHk; page: number },
): Promise<{ songs: TurnSong[]; hasMore: boolean }> {
  const { plays, hasMore } = await listEndless({ db }, asked);
  const hearings = await hearingsOf(
    { db, now },
    plays.map(({ streamId, startsAt }) => ({ streamId, at: startsAt })),
  );
  const songs = plays.flatMap(({ markId, songId, title, artist, startsAt, endsAt }, i): TurnSong[] => {
    const section = hearings[i]?.section;
    if (section === undefined || endsAt === null || hasEnded(section.broadcast, now)) return [];
    const free = freeSpanOf(section, { freeMinutes });
    const isFree = free !== null && startsAt < free.endsAt;
    const { id: sectionId, broadcast } = section;
    return [{ markId, songId, title, artist, archiveId: broadcast.id, sectionId, startsAt, endsAt, isFree }];
  });
  return { songs, hasMore };
}
