import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { mediaHours, mediaInits } from '#db/tables/media.ts';
import { openTape } from '#domain/media/kept-sound.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { addInit } from '#tests/factories/media/kept-hours.ts';
import type { Site } from '#tests/setup/site.ts';
import { packedHour } from './packed-hours.ts';

/**
 * A tape of packed hours in the database and storage of a site, because the demo's past sound is generated on demand,
 * unlike that of a real station. The first `hoursWithBytes` can be played.
 */
export async function makeTape(
  site: Site,
  database: Database,
  { rendition, hours, hoursWithBytes }: { rendition: RenditionName; hours: number; hoursWithBytes: number },
): Promise<{ streamId: number; files: string[] }> {
  const { db } = database;
  const folder = join(site.dataDir, 'media');
  const storage = diskStorage(folder);
  const streamId = await openTape(db, { name: 'bench' });
  const initId = await addInit({ ...database, url: '' }, streamId, rendition);
  const [init] = await db.select({ key: mediaInits.storageKey }).from(mediaInits).where(eq(mediaInits.id, initId));
  await storage.put(init!.key, randomBytes(700));
  const rows = Array.from({ length: hours }, (_, i) => packedHour({ streamId, rendition, initId }, i));
  const heard = rows.slice(0, hoursWithBytes);
  for (const { storageKey, bytes } of heard) await storage.put(storageKey, randomBytes(bytes));
  await db.insert(mediaHours).values(rows);
  return { streamId, files: heard.map(({ storageKey }) => join(folder, storageKey)) };
}
