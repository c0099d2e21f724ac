import { expect, it } from 'vitest';
import { files, read } from './source.ts';

// One naming convention for files, so that they are easy to find.

const SOURCES = /^(ads|app|benches|db|domain|fixtures|sandbox|scripts|server|shared|tests)\/.*\.(tsx?|css|mjs)$/;

it('names files in kebab-case, with roles after dots', () => {
  expect(files(SOURCES).filter((file) => !/^[a-z0-9-]+(\.[a-z0-9]+)+$/.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});

it('has no index files and no folders for what has no subject', () => {
  expect(files(SOURCES).filter((file) => /\/(index\.tsx?|utils?\/|helpers?\/|lib\/|misc)/.test(file))).toEqual([]);
});

it('keeps files short enough to read in one sitting', () => {
  const long = files(/^(ads|app|db|domain|sandbox|server|shared|scripts|tests)\/.*\.(tsx?|css)$/).map(
    (file) => [file, read(file).split('\n').length] as const,
  );
  expect(long.filter(([, lines]) => lines > 420)).toEqual([]);
});

// Words that the glossary in CONTRIBUTING.md replaces, in the rooms where they would be ambiguous. A name is compared
// word by word: `ownPlaces` and `own-places.ts` are both "own places".
const REPLACED = [
  [
    /\bplaces?\b/,
    /^(domain\/(archive|library|playback|videos)|app\/(player|components\/(archive|film)|pages\/(archive|premium)))\//,
    'position (of a recording), lease or device slot',
  ],
] as const;

const wordsOf = (name: string): string => name.replace(/([a-z0-9])([A-Z])|[^A-Za-z0-9]+/g, '$1 $2').toLowerCase();

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

it('uses the terms of the glossary in the names of files and exports', () => {
  const wrong = REPLACED.flatMap(([word, rooms, instead]) =>
    files(SOURCES)
      .filter((file) => rooms.test(file))
      .flatMap((file) =>
        [file.split('/').at(-1) ?? '', ...[...read(file).matchAll(EXPORTED)].map(([, name = '']) => name)]
          .filter((name) => word.test(wordsOf(name)))
          .map((name) => `${file}: ${name}; use ${instead}`),
      ),
  );
  expect(wrong).toEqual([]);
});
