import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// A table is written only by the module it is named after, and queries are in stores: otherwise no rule would apply to
// all writers.

const tableOwner = new Map(
  files(/^db\/tables\/.*\.ts$/).flatMap((file) => {
    const owner = file.split('/').at(-1)!.replace('.ts', '');
    return [...read(file).matchAll(/export const (\w+) = pgTable/g)].map(([, name = '']) => [name, owner] as const);
  }),
);

/** Columns written by another module than the rest of their table, with the reason. */
const COLUMN_OWNERS: Record<string, { owner: string; columns: readonly string[] }> = {
  // A member, its password and its credential epoch are decided under one row lock (decision 021).
  members: { owner: 'auth', columns: ['passwordHash', 'passwordChangedAt', 'credentialEpoch'] },
};
/** Columns that any writer sets. */
const ANYBODYS = ['updatedAt'];

/** Product files that are not tests. */
const sources = (where: RegExp) => files(where).filter((file) => !/\.test\.tsx?$/.test(file));

interface Write {
  file: string;
  verb: string;
  table: string;
  /** Columns set by an update, if written in place. */
  columns: string[];
}

/** Every write in a source, by the query builder or in SQL. */
function writesIn(file: string, source: string): Write[] {
  return [
    ...source.matchAll(/\.(insert|update|delete)\((?:tables\.)?(\w+)\)(?:\s*\.set\(\{([\s\S]*?)\}\))?/g),
    ...source.matchAll(/\b(insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+\$\{(?:tables\.)?(\w+)\}/gi),
  ].map(([, verb = '', table = '', set = '']) => ({
    file,
    verb,
    table,
    columns: [...set.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, column = '']) => column),
  }));
}

function mayWrite({ file, verb, table, columns }: Write): boolean {
  const mine = file.split('/')[1];
  const lent = COLUMN_OWNERS[table];
  if (!tableOwner.has(table)) return true;
  if (tableOwner.get(table) === mine)
    return verb !== 'update' || !columns.some((column) => lent?.columns.includes(column));
  const theirs = lent !== undefined && lent.owner === mine ? [...lent.columns, ...ANYBODYS] : [];
  return verb === 'update' && columns.length > 0 && columns.every((column) => theirs.includes(column));
}

it('writes only its own tables, and of others those columns that are its own, by the builder and in SQL alike', () => {
  const writes = sources(/^domain\/.*\.ts$/).flatMap((file) => writesIn(file, withoutComments(read(file))));
  expect(writes.length).toBeGreaterThan(80);
  const wrong = writes.filter((write) => !mayWrite(write));
  expect(
    wrong.map(
      ({ file, verb, table, columns }) =>
        `${file} may not ${verb} ${table} (${columns.join(', ')}), which belongs to ${tableOwner.get(table)}`,
    ),
  ).toEqual([]);
});

it('sees who writes what is not theirs', () => {
  const refused = (file: string, source: string) => writesIn(file, source).some((write) => !mayWrite(write));
  expect(refused('domain/contact/x.store.ts', 'db.insert(members).values({})')).toBe(true);
  expect(refused('domain/contact/x.store.ts', 'sql`update ${memberSessions} set seen_at = now()`')).toBe(true);
  expect(refused('domain/auth/x.store.ts', "db.update(members).set({ passwordHash, email: 'x' })")).toBe(true);
  expect(refused('domain/auth/x.store.ts', 'db.delete(members)')).toBe(true);
  expect(refused('domain/members/x.store.ts', 'db.update(members)\n  .set({ passwordHash })')).toBe(true);
  expect(refused('domain/auth/x.store.ts', 'db.update(members).set({ passwordHash, updatedAt: now })')).toBe(false);
});

it('names a table that SQL writes by its object, never in bare words', () => {
  // Plain words would be invisible to this law, and to the compiler when the table is renamed.
  const bare = /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update(?=\s+[a-z_]+\s+set\b))\s+(\w+)/gi;
  const names = new Set(
    files(/^db\/tables\/.*\.ts$/).flatMap((file) =>
      [...read(file).matchAll(/pg(?:Table|View)\(\s*'(\w+)'/g)].map(([, name = '']) => name),
    ),
  );
  expect(names.size).toBeGreaterThan(40);
  const wrong = sources(/^(app|domain|server)\/.*\.tsx?$/).flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].flatMap(([, text = '']) =>
      [...text.matchAll(bare)].filter(([, name = '']) => names.has(name)).map(([words]) => `${file}: ${words}`),
    ),
  );
  expect(wrong).toEqual([]);
});

it('asks the database in stores alone', () => {
  const wrong = sources(/^(app|domain|server)\/.*\.tsx?$/)
    .filter((file) => !file.endsWith('.store.ts'))
    .filter((file) =>
      /\b(?:db|tx|pool)\s*\.(?:select|selectDistinct|selectDistinctOn|insert|update|delete|query|with|\$count)\b|\.execute\(\s*sql`(?!select 1`)/.test(
        withoutComments(read(file)),
      ),
    );
  expect(wrong).toEqual([]);
});

it('reads configuration in one file', () => {
  const wrong = files(/^(app|db|domain|sandbox|server|shared)\/.*\.tsx?$/).filter(
    (file) => !/\.test\.tsx?$/.test(file) && /process\.env\b/.test(withoutComments(read(file))),
  );
  expect(wrong).toEqual([]);
});
