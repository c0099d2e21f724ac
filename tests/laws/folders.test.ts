import { expect, it } from 'vitest';
import { files, read } from './source.ts';

// A folder can be surveyed only while it is small and has one subject.

it('has in scripts/ only files of npm scripts and helpers that others import', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const imported = new Set(
    files(/^(benches|scripts|tests)\/.*\.ts$/).flatMap((file) =>
      [...read(file).matchAll(/from '([^']*\/)?([\w-]+\.ts)'/g)].map(([, , name = '']) => `scripts/${name}`),
    ),
  );
  const strays = files(/^scripts\//).filter(
    (file) =>
      !/\.test\.ts$/.test(file) &&
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
