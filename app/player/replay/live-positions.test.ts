import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newLive } from '#app/player/live-session.ts';
import type { LiveSession } from '#app/player/player.state.ts';
import { liveSource } from '#app/player/sources/source.ts';
import { createLivePositions, type LivePositions } from './live-positions.ts';
import { createPositionLog } from './position-log.ts';

// Subscribers resume live broadcasts as replays: positions are reported for them, and for nobody else.

const START = Date.parse('2026-11-21T09:00:00+08:00');

let member: object | null;
vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => member }));

interface ReportedPosition {
  stream_id: number;
  at_ts: number;
  heard: [number, number][];
}
let told: ReportedPosition[];
let positions: LivePositions;
let session: LiveSession;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const sent = JSON.parse(body as string) as { places: (ReportedPosition & { sequence: number })[] };
    told.push(...sent.places);
    const acknowledged = sent.places.at(-1)?.sequence ?? 0;
    return Response.json({ response_code: 200, response_message: '', response: { acknowledged } });
  });
  [told, member] = [[], { user: { user_id: 7 }, subscribed: true }];
  positions = createLivePositions(createPositionLog(null));
  session = { ...newLive(liveSource(881, 'audio')), phase: 'playing', heardAtMs: START };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function hear(seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 4; i++) {
    await vi.advanceTimersByTimeAsync(250);
    session = { ...session, heardAtMs: (session.heardAtMs ?? 0) + 250 };
    positions.follow(session);
  }
}
const heardSeconds = () => told.flatMap(({ heard }) => heard).reduce((sum, [from, to]) => sum + to - from, 0);

it('tells each minute, at a pause and at another channel where a subscriber is and what was heard', async () => {
  await hear(61);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ stream_id: 881 });
  await hear(30);
  positions.follow({ ...session, phase: 'paused' });
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)?.at_ts).toBe((session.heardAtMs ?? 0) / 1000);
  expect(heardSeconds()).toBeGreaterThan(89);
  await hear(20);
  session = { ...newLive(liveSource(903, 'audio')), phase: 'playing', heardAtMs: START + 3_600_000 };
  positions.follow(session);
  await hear(20);
  positions.follow(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(told.map(({ stream_id }) => stream_id)).toEqual([881, 881, 881, 903]);
});

it('counts no leap back as heard', async () => {
  await hear(20);
  session = { ...session, heardAtMs: START - 600_000 };
  positions.follow(session);
  await hear(20);
  positions.follow(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(heardSeconds()).toBeLessThan(41);
  expect(told[0]?.heard).toHaveLength(2);
});

it.each([
  ['a guest', { user: null, subscribed: false }],
  ['a member without a plan', { user: { user_id: 7 }, subscribed: false }],
  ['somebody it does not know yet', null],
])('keeps nothing of %s', async (_who, someone) => {
  member = someone;
  await hear(130);
  positions.follow(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([]);
});
