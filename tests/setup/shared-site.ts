import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.ts';
import { seedSite } from './seeded-site.ts';
import { startSite, type Site } from './site.ts';
import { makeTestFolder } from './test-folder.ts';
import { giveWorkers, workersOf } from './workers.ts';

/** A folder seeded for this project alone, unless the whole run has one (`scripts/test.ts`). Returns what removes it. */
async function seedOwn(): Promise<() => void> {
  if (process.env.SEEDED_DATA_DIR !== undefined) return () => {};
  const seeded = makeTestFolder('seeded');
  const remove = () => rmSync(seeded, { recursive: true, force: true });
  try {
    await seedSite(seeded);
  } catch (error) {
    remove();
    throw error;
  }
  process.env.SEEDED_DATA_DIR = seeded;
  return remove;
}

/**
 * A built demo on air for every worker. Files run on it one at a time, so parallel tests do not interfere. Each starts on
 * a copy of the seeded folder; a single one, where nothing else was seeded, is created from nothing.
 */
export default async function setup(project: TestProject) {
  await buildIfStale(() => {});
  const count = workersOf(project);
  // Lets a test use its own client address, as behind a proxy.
  const env = { TRUST_PROXY: '1' };
  const isCopied = count > 1 || process.env.SEEDED_DATA_DIR !== undefined;
  const removeSeeded = isCopied ? await seedOwn() : () => {};
  const sites: Site[] = await Promise.all(Array.from({ length: count }, () => startSite({ seeded: isCopied, env })));
  giveWorkers(
    'E2E_SITE_URLS',
    sites.map(({ url }) => url),
  );
  giveWorkers(
    'E2E_ADS_URLS',
    sites.map(({ adsUrl }) => adsUrl),
  );
  giveWorkers(
    'E2E_DESK_URLS',
    sites.map(({ deskUrl }) => deskUrl),
  );
  giveWorkers(
    'E2E_DATA_DIRS',
    sites.map(({ dataDir }) => dataDir),
  );
  return async () => {
    await Promise.all(sites.map((site) => site.close()));
    removeSeeded();
  };
}
