import { readdirSync, readFileSync } from 'node:fs';
import type { Site } from './site.ts';

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** All processes started for a data folder, recognised by the inherited environment. */
export const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`);
      } catch {
        return false;
      }
    });

/** Pid of the page process, a child of the start process; 0 if there is none. */
export function pageProcessOf({ process: { pid } }: Site): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return Number(
    children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('pages.process')) ?? 0,
  );
}
