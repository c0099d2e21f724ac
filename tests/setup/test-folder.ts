import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join, resolve } from 'node:path';
import { isAlive } from './processes.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'airwave-test-';
const GIB = 1024 ** 3;
/** A whole run was seen to hold 1.1 GB of databases and sites; the rest is room for its programs, and for machines that differ. */
const NEEDS = { freeGib: 8, memoryGib: 12 };

/** A new folder for data of a test, below `data` or in memory. The test removes it. */
export function makeTestFolder(name: string): string {
  const home = process.env.TEST_FOLDER ?? resolve('data');
  mkdirSync(home, { recursive: true });
  return mkdtempSync(join(home, `${name}-`));
}

/**
 * Makes `makeTestFolder` of this process and its children use memory, if there is enough: creating a database is the
 * creation of 1,700 files. Returns what removes the folder. Folders of killed runs are removed first.
 */
export function makeMemoryFolder(): () => void {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return () => {};
  for (const old of readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX))) {
    const isOwn = lstatSync(join(MEMORY, old)).uid === process.getuid?.();
    if (isOwn && !isAlive(Number(old.slice(PREFIX.length).split('-')[0])))
      rmSync(join(MEMORY, old), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDS.freeGib * GIB || freemem() < NEEDS.memoryGib * GIB) return () => {};
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // If tests run as root, the database runs as another user.
  chmodSync(folder, 0o755);
  process.env.TEST_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
