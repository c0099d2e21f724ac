import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bankBook } from './bank-book.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bank-book-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  id: string;
  cents: number;
}

it('has everything written down when it answers, and knows it again after it was killed', () => {
  const path = join(folder, 'made', 'tries.jsonl');
  const book = bankBook<Entry>(path);
  book.put({ id: 'a', cents: 1 });
  book.put({ id: 'b', cents: 2 });
  book.put({ id: 'a', cents: 3 });
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
  const again = bankBook<Entry>(path);
  expect(again.list()).toEqual([
    { id: 'a', cents: 3 },
    { id: 'b', cents: 2 },
  ]);
  expect(again.get('b')).toEqual({ id: 'b', cents: 2 });
});

it('goes on after a line that was cut off', () => {
  const path = join(folder, 'tries.jsonl');
  bankBook<Entry>(path).put({ id: 'a', cents: 1 });
  appendFileSync(path, '{"id":"b","ce');
  const book = bankBook<Entry>(path);
  expect(book.list()).toEqual([{ id: 'a', cents: 1 }]);
  book.put({ id: 'c', cents: 3 });
  expect(bankBook<Entry>(path).list()).toEqual([
    { id: 'a', cents: 1 },
    { id: 'c', cents: 3 },
  ]);
});
