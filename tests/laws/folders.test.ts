import { expect, it } from 'vitest';
import { files, read } from './source.ts';

// A folder can be surveyed only while it is small and has one subject.

it('has in scripts/ only files of npm scripts and helpers that others import', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const imported = new Set(
    files(/^((benches|scripts|tests)\/.*|vite\.config)\.ts$/).flatMap((file) =>
      [...read(file).matchAll(/from '([^']*\/)?([\w-]+\.ts)'/g)].map(([, , name = '']) => `scripts/${name}`),
    ),
  );
  const strays = files(/^scripts\//).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      file !== 'scripts/run.mjs' &&
      !imported.has(file) &&
      !Object.hasOwn(scripts, /^scripts\/([\w-]+)\.ts$/.exec(file)?.[1] ?? ''),
  );
  expect(strays).toEqual([]);
});

it('keeps of the snapshots of migrations only the last, from which the next migration is generated', () => {
  const last = files(/^db\/migrations\/\d{4}_\w+\.sql$/)
    .toSorted()
    .at(-1)!;
  expect(files(/^db\/migrations\/meta\/.*_snapshot\.json$/)).toEqual([
    `db/migrations/meta/${/\/(\d{4})_/.exec(last)![1]}_snapshot.json`,
  ]);
});

/** Source files in one folder, without tests and styles. */
const MAX_FILES = 24;
/** Lists of equals, where each file is found by its name alone. */
const ONE_FILE_EACH: Record<string, string> = {
  'app/text/zh-hk': 'an area of pages',
  benches: 'a measured promise',
  'db/tables': 'a module',
  scripts: 'an npm script',
};

/** Number of source files by folder. */
function sourcesByFolder(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files(/\/[\w.-]+\.(tsx?|mjs)$/)) {
    if (/\.(test|e2e)\.tsx?$/.test(file)) continue;
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

it('has no folder too large to survey', () => {
  const wrong = [...sourcesByFolder()].filter(
    ([folder, count]) => !Object.hasOwn(ONE_FILE_EACH, folder) && count > MAX_FILES,
  );
  expect(wrong.map(([folder, count]) => `${folder} has ${count} files: split it by subject`)).toEqual([]);
});

it('lists no larger folder that no longer is', () => {
  const counts = sourcesByFolder();
  expect(Object.keys(ONE_FILE_EACH).filter((folder) => (counts.get(folder) ?? 0) <= MAX_FILES)).toEqual([]);
});
