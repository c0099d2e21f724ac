import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_FREE_BYTES } from '#server/outside/disk/disk.ts';
import { StartError } from './start-errors.ts';

export function makeDataDir(dir: string, { mayBeFull = false } = {}): void {
  mkdirSync(dir, { recursive: true });
  accessSync(dir, constants.W_OK);
  const fault = diskFault(dir, statfsSync(dir));
  if (fault && !mayBeFull) throw new StartError(fault);
}

/** Message if a disk is too full to start; otherwise null. `bavail` is the space available to non-root users. */
export function diskFault(dir: string, { bavail, bsize }: { bavail: number; bsize: number }): string | null {
  if (bavail * bsize >= MIN_FREE_BYTES) return null;
  return `The disk of ${dir} is full: less than 300 MB is free; free some space, or set DATA_DIR to a folder on another disk.`;
}

/** Two processes must not run the database of one folder. */
export function lockDataDir(dir: string): () => void {
  const file = join(dir, 'airwave.lock');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0 && pid !== process.pid && isOurs(pid))
      throw new StartError(
        `Airwave is already running on ${dir} (PID ${pid}); stop it, or set DATA_DIR to another folder.`,
      );
  }
  writeFileSync(file, String(process.pid));
  const unlock = () => {
    process.off('exit', unlock);
    rmSync(file, { force: true });
  };
  // A stop that takes too long ends the process without waiting for the database.
  process.once('exit', unlock);
  return unlock;
}

function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return /scripts\/(start|dev|migrate|seed|backup|restore)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}
