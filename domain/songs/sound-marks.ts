import type { Db, ReadDb } from '#db/database.ts';
import { linesOfMarks, type MarkLine } from './mark-lines.rules.ts';
import { markAt, type SoundMark } from './marks.rules.ts';
import { marksBetween } from './songs.store.ts';

export { findEndedBulletins as endedBulletins, MARKS_NOTICE } from './songs.store.ts';

/** Marks of a stream in a time span, as playlist lines. */
export async function soundMarks(
  db: Db,
  { streamId, from, to }: { streamId: number; from: Date; to: Date },
): Promise<MarkLine[]> {
  return linesOfMarks(await marksBetween(db, { streamId, from, to }));
}

/** Marks that began in a time span, in order of time. */
export async function listMarks(
  db: ReadDb,
  { streamId, from, to }: { streamId: number; from: Date; to: Date },
): Promise<SoundMark[]> {
  const marks = await marksBetween(db, { streamId, from, to });
  return marks.filter(({ startsAtMs }) => startsAtMs >= from.getTime());
}

/** The song that sounded at an instant. */
export async function songAt(
  db: Db,
  { streamId, at }: { streamId: number; at: Date },
): Promise<{ title: string; artist: string } | null> {
  const mark = markAt(await marksBetween(db, { streamId, from: at, to: new Date(at.getTime() + 1) }), at.getTime());
  return mark?.kind === 'song' ? { title: mark.title, artist: mark.artist } : null;
}
