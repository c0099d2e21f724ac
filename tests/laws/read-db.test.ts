import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// A standby may be a moment behind, and refuses writes: only what is public, and the same for everyone, is read from it.

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
  'programs',
  'songs',
  'timetable',
  'traffic',
]);
const PAGES =
  /^app\/(?:breaking-news|context)\.server\.ts$|^app\/pages\/(?:articles|chart|home|hosts|lite|live|news|programs|songs|timetable|traffic)\//;
/** `render` chooses by visitor, `purges` drops what was cached of either. */
const SERVER = ['server/purges.ts', 'server/web/render.ts'];

const sources = (where: RegExp) => files(where).filter((file) => !/\.test\.tsx?$/.test(file));
const namesIt = (file: string) => /\b[Rr]eadDb\b/.test(withoutComments(read(file)));

it('lets a standby answer modules of what is public, and public pages alone: none of members, money, rights and grants', () => {
  const named = sources(/^(?:app|desk|domain|server|shared)\/.*\.tsx?$/).filter(namesIt);
  expect(named.length).toBeGreaterThan(50);
  const wrong = named.filter(
    (file) => !(MODULES.has(/^domain\/([^/]+)\//.exec(file)?.[1] ?? '') || PAGES.test(file) || SERVER.includes(file)),
  );
  expect(wrong).toEqual([]);
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
