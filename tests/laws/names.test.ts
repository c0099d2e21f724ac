import { expect, it } from 'vitest';
import { files, read } from './source.ts';

// One naming convention for files, so that they are easy to find.

const SOURCES = /^(ads|app|benches|db|domain|fixtures|sandbox|scripts|server|shared|tests|tools)\/.*\.(tsx?|css|mjs)$/;

it('names files in kebab-case, with roles after dots', () => {
  expect(files(SOURCES).filter((file) => !/^[a-z0-9-]+(\.[a-z0-9]+)+$/.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});

it('has no index files and no folders for what has no subject', () => {
  expect(files(SOURCES).filter((file) => /\/(index\.tsx?|utils?\/|helpers?\/|lib\/|misc)/.test(file))).toEqual([]);
});

it('keeps files short enough to read in one sitting', () => {
  const long = files(/^(ads|app|db|domain|sandbox|server|shared|scripts|tests|tools)\/.*\.(tsx?|css)$/).map(
    (file) => [file, read(file).split('\n').length] as const,
  );
  expect(long.filter(([, lines]) => lines > 420)).toEqual([]);
});
