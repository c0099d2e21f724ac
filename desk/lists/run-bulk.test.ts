import { expect, it } from 'vitest';
import { runBulk, type BulkRow } from './run-bulk.ts';

const rows = (count: number): BulkRow[] =>
  Array.from({ length: count }, (_, n) => ({ key: `key-${n}`, label: `row ${n}`, input: { n }, state: 'waiting' }));
const outside = (run: (row: BulkRow) => Promise<'done' | 'asked'>) => ({
  run,
  faultOf: (error: unknown) => (error as Error).message,
  endsRun: (error: unknown) => (error as Error).message === 'no network',
  onChange: () => {},
});
const never = new AbortController().signal;
const states = (done: readonly BulkRow[]) => done.map(({ state }) => state);

it('goes on after a row that is refused, and names its reason', async () => {
  const run = async ({ key }: BulkRow) => {
    if (key === 'key-1') throw new Error('gone');
    return key === 'key-2' ? ('asked' as const) : ('done' as const);
  };
  const ended = await runBulk(rows(4), never, outside(run));
  expect(states(ended)).toEqual(['done', 'failed', 'asked', 'done']);
  expect(ended[1]!.fault).toBe('gone');
});

it('stops after the row that runs, and goes on later without running a row twice', async () => {
  const ran: string[] = [];
  const stop = new AbortController();
  const run = async ({ key }: BulkRow) => {
    ran.push(key);
    if (key === 'key-1') stop.abort();
    return 'done' as const;
  };
  const stopped = await runBulk(rows(4), stop.signal, outside(run));
  expect(states(stopped)).toEqual(['done', 'done', 'waiting', 'waiting']);
  expect(states(await runBulk(stopped, never, outside(run)))).toEqual(['done', 'done', 'done', 'done']);
  expect(ran).toEqual(['key-0', 'key-1', 'key-2', 'key-3']);
});

it('waits where the network is gone, and sends the same key again', async () => {
  const keys: string[] = [];
  let isAway = true;
  const run = async ({ key }: BulkRow) => {
    keys.push(key);
    if (isAway && key === 'key-1') throw new Error('no network');
    return 'done' as const;
  };
  const broken = await runBulk(rows(3), never, outside(run));
  expect(states(broken)).toEqual(['done', 'waiting', 'waiting']);
  isAway = false;
  const ended = await runBulk(broken, never, outside(run));
  expect(states(ended)).toEqual(['done', 'done', 'done']);
  expect(ended.some(({ fault }) => fault !== undefined)).toBe(false);
  expect(keys).toEqual(['key-0', 'key-1', 'key-1', 'key-2']);
});
