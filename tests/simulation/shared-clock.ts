import { readFileSync, renameSync, writeFileSync } from 'node:fs';

// A file is the clock of all processes, so that none is ahead of another, not even one that is just starting.

export const clockIn = (file: string) => (): Date => new Date(Number(readFileSync(file, 'utf8')));

export function setClock(file: string, ms: number): void {
  writeFileSync(`${file}.next`, String(ms));
  renameSync(`${file}.next`, file);
}
