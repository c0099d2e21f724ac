import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// A standby may be a moment behind, and refuses writes: only what is public, and the same for everyone, is read from it.

/** Modules of public content. What a member may do there takes a `Db`, by its type. */
const MODULES = new Set([
  'archive',
  'articles',
  'audience',
  'breaking-news',
  'bulletins',
  'chart',
  'hosts',
  'live',
  'live-blogs',
  'media',
  'moments',
  'pages',
  'programs',
  'search',
  'songs',
  'timetable',
  'traffic',
]);
/** Of modules that also sell, grant or decide: what is shown of films, events and free previews, and which ads pages have. */
const FILES = [
  'domain/events/events.api.ts',
  'domain/events/events.store.ts',
  'domain/events/events.ts',
  'domain/film-making/film-making.store.ts',
  'domain/film-making/film-making.ts',
  'domain/podcasts/podcasts.ts',
  'domain/settings/settings.store.ts',
  'domain/settings/settings.ts',
  'domain/films/film-catalogue.ts',
  'domain/films/films.api.ts',
  'domain/films/films.store.ts',
];
const PAGES =
  /^app\/(?:breaking-news-element|context|layouts\/(?:art|default)-layout)\.server\.ts$|^app\/pages\/(?:archive|articles|bulletin|calendars|chart|exchange|feeds|home|hosts|info|lite|live|news|programs|search|songs|timetable|traffic)\/|^app\/pages\/(?:live-events\/live-event|films\/(?:film|film-search|films|landing)|playlist\/instant-play)\.server\.ts$/;
/**
 * `render` chooses by visitor, `purges` drops what was cached of either, and the others hand it to the calls that are
 * the same for everyone.
 */
const SERVER = [
  'server/purges.ts',
  'server/services/playing/events.ts',
  'server/web/api.ts',
  'server/web/app.ts',
  'server/web/render.ts',
  'server/web/toolbar-fast-path.ts',
];

const sources = (where: RegExp) => files(where).filter((file) => !/\.test\.tsx?$/.test(file));
const namesIt = (file: string) => /\b[Rr]eadDb\b/.test(withoutComments(read(file)));

it('lets a standby answer modules of what is public, and public pages alone: none of members, money, rights and grants', () => {
  const named = sources(/^(?:app|desk|domain|server|shared)\/.*\.tsx?$/).filter(namesIt);
  expect(named.length).toBeGreaterThan(50);
  const wrong = named.filter(
    (file) =>
      !(
        MODULES.has(/^domain\/([^/]+)\//.exec(file)?.[1] ?? '') ||
        [...FILES, ...SERVER].includes(file) ||
        PAGES.test(file)
      ),
  );
  expect(wrong).toEqual([]);
});

const CALLER = /\b(?:actor|memberOf|membersOnly|sessionToken)\b/;
/** Calls of a source that read a standby and ask who calls, or change something. */
const mixed = (source: string) =>
  withoutComments(source)
    .split(/(?=\b\w+\.(?:get|put|post|patch|delete)\(\s*'\/)/)
    .filter((call) => /^\w+\.\w+\(\s*'\/[\s\S]*\breadDb\b/.test(call))
    .filter((call) => !/^\w+\.get\(/.test(call) || CALLER.test(call));

it('lets no call that asks who calls, or that changes something, read a standby', () => {
  const calls = sources(/^domain\/.*(?<!\.staff)\.api\.ts$/).filter(namesIt);
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.flatMap((file) => mixed(read(file)).map((call) => `${file}: ${call}`))).toEqual([]);
  // All calls of these read from the `db` passed to them.
  const shared = calls.filter((file) => /\{ db: ReadDb\b/.test(withoutComments(read(file))));
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.filter((file) => CALLER.test(withoutComments(read(file))))).toEqual([]);
  expect(mixed("api.get('/api/mine', async (request) => ok(await list(readDb, await request.actor())));")).toHaveLength(
    1,
  );
  expect(mixed("api.post('/api/film', {}, async () => ok(await list(readDb)));")).toHaveLength(1);
});

/** Functions of a source that take a `ReadDb` and lock or write by SQL, which the type does not see. */
const writing = (source: string) =>
  withoutComments(source)
    .split(/^(?=export |async function |function |const )/m)
    .filter((part) => /: ReadDb\b/.test(part))
    .filter((part) =>
      /\.for\(|\b(?:insert\s+into|delete\s+from|merge\s+into|nextval|pg_notify)\b|`\s*update\b/i.test(part),
    );

it('neither locks nor writes in functions that a standby may answer', () => {
  expect(sources(/^domain\/.*\.ts$/).flatMap((file) => writing(read(file)).map((part) => `${file}: ${part}`))).toEqual(
    [],
  );
  expect(writing("const lock = (db: ReadDb) => db.select().from(songs).for('update');")).toHaveLength(1);
  expect(writing('const hit = (db: ReadDb) => db.execute(sql`update ${songs} set plays = 1`);')).toHaveLength(1);
});
