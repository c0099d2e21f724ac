import type { Db } from '#db/database.ts';
import { linesOfMarks, type MarkLine } from './mark-lines.rules.ts';
import { marksBetween } from './songs.store.ts';

export { MARKS_NOTICE } from './songs.store.ts';

/** Marks of a stream in a time span, as playlist lines. */
export async function soundMarks(
  db: Db,
  { streamId, from, to }: { streamId: number; from: Date; to: Date },
): Promise<MarkLine[]> {
  return linesOfMarks(await marksBetween(db, { streamId, from, to }));
}
