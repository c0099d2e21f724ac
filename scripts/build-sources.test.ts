import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES_SOURCES } from './build.ts';
import { ADS_SOURCES } from './build-ads.ts';
import { DESK_SOURCES } from './build-desk.ts';
import { hashOf } from './built-files.ts';

/** Files of ours that the given ones import, directly or not. */
function imported(entries: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    if (!/\.tsx?$/.test(file)) return;
    for (const [, one, other] of readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\(?'([^']+)'/g)) {
      const name = one ?? other ?? '';
      if (name.startsWith('#')) visit(name.slice(1));
      else if (name.startsWith('.')) visit(new URL(name, `file:///${file}`).pathname.slice(1));
    }
  };
  entries.forEach(visit);
  return [...found];
}

it.each([
  ['the desk', ['desk/main.tsx'], DESK_SOURCES],
  ['what a start prepares', ['scripts/prepare.ts'], PAGES_SOURCES],
  [
    'the frames of advertisements',
    globSync('ads/**/*.ts', { exclude: ['**/*.test.ts', '**/node_modules'] }),
    ADS_SOURCES,
  ],
])('builds %s again after a change of anything that it imports', (_, entries, sources) => {
  const files = imported(entries);
  expect(files.length).toBeGreaterThan(entries.length);
  const missing = files.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`)));
  expect(missing).toEqual([]);
});

it('takes a copy of a built folder for built, whatever times its files have, and a change of one character for stale', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  try {
    const file = join(folder, 'page.tsx');
    writeFileSync(file, 'one');
    const built = hashOf([folder]);
    utimesSync(file, 1, 1);
    expect(hashOf([folder])).toBe(built);
    writeFileSync(file, 'two');
    utimesSync(file, 1, 1);
    expect(hashOf([folder])).not.toBe(built);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
