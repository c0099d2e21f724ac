import { expect, it } from 'vitest';
import { diskFault } from './data-folder.ts';
import { explain } from './start-errors.ts';

it('starts on no disk that the first hour of sound would fill', () => {
  const mb = (free: number) => ({ bavail: free * 256, bsize: 4096 });
  expect(diskFault('/srv/data', mb(300))).toBeNull();
  expect(diskFault('/srv/data', mb(299))).toMatch(/^The disk of \/srv\/data is full: .+ another disk\.$/);
  expect(diskFault('/srv/data', mb(0))).not.toBeNull();
});

it.each([
  ['Node', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['a quota', Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT' })],
  ['initdb', new Error('initdb: error: could not write to file "pg_wal": No space left on device')],
  ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
  [
    'the query builder',
    new Error('Failed query: insert …', {
      cause: Object.assign(new Error('could not extend file'), { code: '53100' }),
    }),
  ],
])('says in one sentence that the disk is full, whoever finds out: %s', (_who, error) => {
  expect(explain(error)).toBe('The disk is full: free some space, or set DATA_DIR to a folder on another disk.');
});

it('says which folder cannot be written', () => {
  const error = Object.assign(new Error("EACCES: permission denied, mkdir '/srv/data'"), { code: 'EACCES' });
  expect(explain(error)).toBe("DATA_DIR cannot be written: EACCES: permission denied, mkdir '/srv/data'.");
});
