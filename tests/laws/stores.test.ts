import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// A table is written by the module it is named after, and queries stand in stores: else no rule holds for all writers.

const tableOwner = new Map(
  files(/^db\/tables\/.*\.ts$/).flatMap((file) => {
    const owner = file.split('/').at(-1)!.replace('.ts', '');
    return [...read(file).matchAll(/export const (\w+) = pgTable/g)].map(([, name = '']) => [name, owner] as const);
  }),
);

/** Files of the product that are not tests. */
const sources = (where: RegExp) => files(where).filter((file) => !/\.test\.tsx?$/.test(file));

it('writes only its own tables, by the builder and in SQL alike', () => {
  const wrong = sources(/^domain\/.*\.ts$/).flatMap((file) => {
    const mine = file.split('/')[1];
    const source = withoutComments(read(file));
    return [
      ...source.matchAll(/\.(insert|update|delete)\((?:tables\.)?(\w+)\)/g),
      ...source.matchAll(/\b(insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+\$\{(?:tables\.)?(\w+)\}/gi),
    ]
      .filter(([, , table = '']) => tableOwner.has(table) && tableOwner.get(table) !== mine)
      .map(([, verb, table]) => `${file} may not ${verb} ${table}, which belongs to ${tableOwner.get(table ?? '')}`);
  });
  expect(wrong).toEqual([]);
});

it('names a table that SQL writes by its object, never in bare words', () => {
  // Words would be seen by no law, and by no compiler when the table is renamed.
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
