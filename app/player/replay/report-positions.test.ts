import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportPositions } from './report-positions.ts';
import { createPositionLog, type PositionLog } from './position-log.ts';

const MEMBER = 7;
let log: PositionLog;
let told: number[][];
/** The server's answers to the calls in turn; after those, success. */
let answers: (() => Response)[];

beforeEach(() => {
  log = createPositionLog(null);
  [told, answers] = [[], []];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { places } = JSON.parse(body as string) as { places: { sequence: number }[] };
    const sequences = places.map(({ sequence }) => sequence);
    told.push(sequences);
    const all = () => Response.json({ response_code: 200, response: { acknowledged: Math.max(...sequences) } });
    return (answers.shift() ?? all)();
  });
  for (const atMs of [1_000, 2_000])
    log.note({ memberId: MEMBER, streamId: 881, atMs, movedMs: 10_000, heard: [[0, atMs]] });
});
afterEach(() => void vi.unstubAllGlobals());

it('counts on from a free number where another event has one, and leaves nothing behind', async () => {
  const detail = { sequence: 1, next_sequence: 41 };
  answers = [() => Response.json({ response_code: 1, response: { detail } }, { status: 409 })];
  await reportPositions(MEMBER, { log });
  expect(told).toEqual([
    [1, 2],
    [41, 42],
  ]);
  expect(log.report(MEMBER).places).toEqual([]);
});

it('keeps what did not arrive, and asks no more then', async () => {
  answers = [() => Response.json({ response_code: 3, response: {} }, { status: 503 })];
  await reportPositions(MEMBER, { log });
  expect(told).toEqual([[1, 2]]);
  expect(log.report(MEMBER).places).toHaveLength(2);
});
