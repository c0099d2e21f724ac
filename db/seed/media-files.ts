import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFixtures } from '#fixtures/content/media.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

const DIR = 'fixtures/content/media';

/** Copies sounds and films of seeded articles to the file store if missing. */
export async function seedMediaFiles(storage: FileStorage): Promise<void> {
  for (const { file, sha256 } of mediaFixtures)
    if (!(await storage.has(sha256))) await storage.put(await readFile(join(DIR, file)), sha256);
}
