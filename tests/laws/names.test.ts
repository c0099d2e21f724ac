import { expect, it } from 'vitest';
import { files, read } from './source.ts';

// One naming convention for files, so that they are easy to find.

const SOURCES =
  /^(ads|app|benches|db|desk|domain|fixtures|sandbox|scripts|server|shared|tests|tools)\/.*\.(tsx?|css|mjs)$/;

it('names files in kebab-case, with roles after dots', () => {
  expect(files(SOURCES).filter((file) => !/^[a-z0-9-]+(\.[a-z0-9]+)+$/.test(file.split('/').at(-1) ?? ''))).toEqual([]);
});

it('has no index files and no folders for what has no subject', () => {
  expect(files(SOURCES).filter((file) => /\/(index\.tsx?|utils?\/|helpers?\/|lib\/|misc)/.test(file))).toEqual([]);
});

it('keeps files short enough to read in one sitting', () => {
  const long = files(
    /^(ads|app|benches|db|desk|domain|sandbox|server|shared|scripts|tests|tools)\/.*\.(tsx?|css)$/,
  ).map((file) => [file, read(file).split('\n').length] as const);
  expect(long.filter(([, lines]) => lines > 420)).toEqual([]);
});

// Words that meant several things, with what to say instead (glossary in CONTRIBUTING.md). A pattern is looked for in
// the words of file names and of exports: `findPlacesOfMember` is "find places of member".
const FORMER_WORDS: readonly [pattern: RegExp, rooms: RegExp, instead: string][] = [
  [/\bplaces?\b/, /^domain\/sales\//, 'queue entry, or position'],
  [/\bplaces?\b/, /^(domain\/(waiting-room|events)|app\/pages\/live-events)\//, 'waiting-room entry, or position'],
  [/\bplaces?\b/, /^(domain|app\/pages)\/traffic\//, 'location'],
  [/\bplaces?\b/, /^(server\/outside|shared|domain\/(auth|security-events))\//, 'geoip, or location'],
  [/\bplaces?\b/, /^(ads|(app|domain|server|sandbox|tests\/e2e)\/ads)\//, 'ad slot'],
  [
    /\bplaces?\b/,
    /^(domain\/(archive|films|library|playback)|app\/(player|components\/(archive|film)|pages\/(archive|premium)))\//,
    'position (of a recording), lease or device slot',
  ],
  [/\bplaces?\b/, /^domain\/invitations\//, 'venue, or position'],
  [/\bplaces?\b/, /^db\/tables\//, 'the term of the module'],
  [/\bdesks?\b/, /^(app\/player|sandbox)\//, 'controller, or control page'],
  [/\btold\b/, /^app\/player\//, 'details (of a reply)'],
  [/\b(told|tells?)\b/, /^domain\/push\//, 'announcement, or notification'],
  [/\bturns?\b/, /^domain\/push\//, 'lock'],
  [/\baskers?\b/, /^(app|db|domain|server|shared)\//, 'requester'],
  [/\baway\b/, /^server\//, 'unavailable'],
];

// The same for constants, so that a limit is found by one prefix. What is viewed or played most is no limit.
const FORMER_CONSTANTS: readonly [pattern: RegExp, instead: string][] = [
  [/^(MOST|LONGEST)(?!_(VIEWED|PLAYED))(_|$)/, 'MAX_…'],
  [/_AT_MOST$/, 'MAX_…'],
];

const EXPORT =
  /^export (?:default )?(?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const wordsIn = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();

it('brings no word back that meant several things', () => {
  const found = files(SOURCES).flatMap((file) => {
    const former = FORMER_WORDS.filter(([, rooms]) => rooms.test(file));
    if (former.length === 0) return [];
    const names = [file.split('/').at(-1)!, ...[...read(file).matchAll(EXPORT)].map(([, name]) => name!)];
    return names.flatMap((name) =>
      former
        .filter(([pattern]) => pattern.test(wordsIn(name)))
        .map(([, , instead]) => `${file}: ${name} (say ${instead})`),
    );
  });
  expect(found).toEqual([]);
});

const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b/gm;

it('calls a maximum MAX_', () => {
  const found = files(SOURCES).flatMap((file) =>
    [...read(file).matchAll(CONSTANT)].flatMap(([, name]) =>
      FORMER_CONSTANTS.filter(([pattern]) => pattern.test(name!)).map(
        ([, instead]) => `${file}: ${name} (say ${instead})`,
      ),
    ),
  );
  expect(found).toEqual([]);
});

// They named dozens of local helpers that did different things.
const SAYS_NOTHING = /\b(?:const|let|function) ((?:code|name|number|place|words)Of)\b/g;

it('says in the name of a helper what it does', () => {
  const found = files(SOURCES).flatMap((file) =>
    [...read(file).matchAll(SAYS_NOTHING)].map(([, name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
