import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// A table is written by the module it is named after, and queries stand in stores: else no rule holds for all writers.

const tableOwner = new Map(
  files(/^db\/tables\/.*\.ts$/).flatMap((file) => {
    const owner = file.split('/').at(-1)!.replace('.ts', '');
    return [...read(file).matchAll(/export const (\w+) = pgTable/g)].map(([, name = '']) => [name, owner] as const);
  }),
);

it('writes only its own tables', () => {
  const wrong = files(/^domain\/.*\.ts$/)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const mine = file.split('/')[1];
      return [...withoutComments(read(file)).matchAll(/\.(insert|update|delete)\((?:tables\.)?(\w+)\)/g)]
        .filter(([, , table = '']) => tableOwner.has(table) && tableOwner.get(table) !== mine)
        .map(([, verb, table]) => `${file} may not ${verb} ${table}, which belongs to ${tableOwner.get(table ?? '')}`);
    });
  expect(wrong).toEqual([]);
});

it('reads configuration in one file', () => {
  const wrong = files(/^(app|db|domain|sandbox|server|shared)\/.*\.tsx?$/).filter(
    (file) => !/\.test\.tsx?$/.test(file) && /process\.env\b/.test(withoutComments(read(file))),
  );
  expect(wrong).toEqual([]);
});
