import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mediaHours, mediaInits, mediaStreams, mediaTimelines, type MeasuredRendition } from '#db/tables/media.ts';

export async function findFilmStream(
  db: Db,
  streamId: number,
): Promise<{ name: string; renditions: Record<string, MeasuredRendition> } | undefined> {
  const [row] = await db
    .select({ kind: mediaStreams.kind, name: mediaStreams.name, renditions: mediaStreams.renditions })
    .from(mediaStreams)
    .where(eq(mediaStreams.id, streamId));
  return row?.kind === 'film' && row.renditions !== null ? { name: row.name, renditions: row.renditions } : undefined;
}

export async function insertInit(tx: Tx, init: typeof mediaInits.$inferInsert): Promise<number> {
  const [row] = await tx.insert(mediaInits).values(init).returning({ id: mediaInits.id });
  return row!.id;
}

/** Takes all that is kept of a stream away, and answers the names of its objects. Its number is never given again. */
export async function deleteFilm(tx: Tx, streamId: number): Promise<string[]> {
  const hours = await tx
    .delete(mediaHours)
    .where(eq(mediaHours.streamId, streamId))
    .returning({ key: mediaHours.storageKey });
  const inits = await tx
    .delete(mediaInits)
    .where(eq(mediaInits.streamId, streamId))
    .returning({ key: mediaInits.storageKey });
  await tx.delete(mediaTimelines).where(eq(mediaTimelines.streamId, streamId));
  await tx.update(mediaStreams).set({ renditions: null }).where(eq(mediaStreams.id, streamId));
  return [...hours, ...inits].flatMap(({ key }) => key ?? []);
}
