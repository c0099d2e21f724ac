import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reducePlayer, type PlayerEvent } from '#app/player/player.machine.ts';
import { initialPlayer, vodOf, type PlayerState } from '#app/player/player.state.ts';
import { isReplay, replaySource, type ReplaySource } from '#app/player/sources/replay.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import { freeReply, REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { createPositionLog } from './position-log.ts';
import { createReplayController, type ReplayController } from './replay-controller.ts';

// The controller with a player without an element: its calls and reports during a replay.

vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => ({ user: { user_id: 7 } }) }));

interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
}
interface Answer {
  status?: number;
  response_code: number | string;
  response: unknown;
}
let asked: Asked[];
let grants: number;
let reply: PlayReplyWire;
let answerOfLease: (() => Answer) | null;
let controller: ReplayController;
let leavePage: () => void;
let state: PlayerState;

const send = (event: PlayerEvent): void => {
  state = reducePlayer(state, event, 0);
  controller.follow(state.session, send);
};
const session = () => {
  const found = vodOf(state);
  if (found === null) throw new Error('nothing plays');
  return found;
};
const source = (): ReplaySource => {
  const { source: found } = session();
  if (!isReplay(found)) throw new Error('no replay');
  return found;
};
const refusal = (code: number | string, detail?: unknown): Answer => ({
  status: 409,
  response_code: code,
  response: { request_id: 'r', detail },
});

beforeEach(() => {
  vi.useFakeTimers({ now: REPLAY_STARTS_MS + 86_400_000 });
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' });
  vi.stubGlobal('addEventListener', (_: string, leave: () => void) => (leavePage = leave));
  [asked, grants, reply, answerOfLease, state] = [[], 0, replayReply(), null, initialPlayer];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null });
    const { status = 200, ...answer } = answerTo(path, method);
    return Response.json({ response_message: 'said', ...answer }, { status });
  });
  controller = createReplayController(createPositionLog(null));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answerTo(path: string, method: string): Answer {
  const good = (response: unknown): Answer => ({ response_code: 200, response });
  if (path.startsWith('/api/programarchives/playback/')) return good(reply);
  if (path !== '/api/playback/lease' || method !== 'POST') return good({ acknowledged: 99 });
  if (answerOfLease !== null) return answerOfLease();
  const { start_ts, end_ts, stream_id } = reply;
  grants += 1;
  const lease = { lease_id: reply.lease?.id, epoch: 1, renew_s: 10, stream_id, start_ts, end_ts, is_open: false };
  return good({ ...lease, grant: `grant-${grants}`, grant_expires_ts: 0, acknowledged: 99 });
}

const leaseCalls = () => asked.filter(({ path, method }) => path === '/api/playback/lease' && method === 'POST');

/** Presses play, opens like the element's owner, and plays. */
async function play(
  request: Parameters<typeof replaySource>[0] = { sectionId: 11 },
  where: Parameters<typeof open>[0] = {},
) {
  send({ type: 'play', source: replaySource(request, 'auto'), startAtMs: null });
  return open(where);
}
async function open({ swaps = true, isElsewhere = false } = {}) {
  const startAtMs = session().load?.startAtMs ?? null;
  const opening = await controller.open(source(), { startAtMs, swaps, isElsewhere: () => isElsewhere });
  if (opening.source)
    send({ type: 'learnt', source: opening.source, startAtMs: opening.startAtMs ?? session().positionMs });
  send({ type: 'playing' });
  return opening;
}
async function hear(seconds: number) {
  for (let i = 0; i < seconds * 4; i++) {
    await vi.advanceTimersByTimeAsync(250);
    send({ type: 'clock', clock: { positionMs: session().positionMs + 250, durationMs: 0 } });
  }
}

describe('a replay', () => {
  it('is asked for with its device, told what it is, and offered in both qualities', async () => {
    const { address } = await play();
    const [{ path }] = asked as [Asked];
    expect(path).toMatch(/^\/api\/programarchives\/playback\/11\?device_key=[\w-]{8,}&?/);
    expect(address).toBe(`/replay/grant-0/881/audio.m3u8?from=${REPLAY_STARTS_MS}&to=${REPLAY_STARTS_MS + 3_600_000}`);
    expect(session()).toMatchObject({ durationMs: 3_600_000, source: { title: '的士高峰', from: '第 1 節' } });
    send({ type: 'change', source: { ...source(), quality: 'sd' } as ReplaySource });
    expect((await open()).address).toContain('/a64/');
  });

  it('begins at the instant that was asked for, else where it was left, but not in its first or last twentieth', async () => {
    const at = (minutes: number) => REPLAY_STARTS_MS / 1000 + minutes * 60;
    const left = (minutes: number) => ({ at_ts: at(minutes), heard_ts: at(600), device_name: 'Chrome', other: null });
    expect((await play({ sectionId: 11, atMs: REPLAY_STARTS_MS + 60_000 })).startAtMs).toBe(60_000);
    for (const [minutes, beginsMs] of [
      [30, 1_800_000],
      [2, 0],
      [58, 0],
    ] as const) {
      send({ type: 'close' });
      reply = replayReply({ place: left(minutes) });
      expect((await play()).startAtMs).toBe(beginsMs);
    }
  });

  it('tells every ten seconds where it is and what was heard, and signs by the newest grant', async () => {
    const { signed } = await play();
    await hear(21);
    expect(leaseCalls()).toHaveLength(2);
    expect(leaseCalls()[1]?.body).toMatchObject({ epoch: 1, is_paused: false, places: [{ stream_id: 881 }] });
    const places = leaseCalls().flatMap(({ body }) => body?.places as { heard: [number, number][]; moved_s: number }[]);
    const heardS = places.flatMap(({ heard }) => heard).reduce((sum, [from, to]) => sum + to - from, 0);
    expect(heardS).toBeGreaterThan(18);
    expect(await signed?.present('/replay/grant-0/881/a64/5.m4s')).toBe('/replay/grant-2/881/a64/5.m4s');
    expect(await signed?.present('https://radio.example/replay/grant-0/init/5.mp4')).toBe(
      'https://radio.example/replay/grant-2/init/5.mp4',
    );
  });

  it('is in the history once ten seconds were heard, and once', async () => {
    await play();
    await hear(41);
    const kept = asked.filter(({ path }) => path === '/api/playlist/history');
    expect(kept.map(({ body }) => body)).toEqual([{ program_archive_section_id: 11 }]);
  });

  it('signs anew what was refused, and asks for it under the new grant', async () => {
    const { signed } = await play();
    signed?.refused();
    expect(await signed?.present('/replay/grant-0/881/a64/5.m4s')).toBe('/replay/grant-1/881/a64/5.m4s');
    expect(leaseCalls()).toHaveLength(1);
  });

  it('signs anew at three minutes where no renewal came through, and goes on meanwhile', async () => {
    const { signed } = await play();
    answerOfLease = () => ({ status: 500, response_code: 2, response: {} });
    await hear(185);
    expect(session().phase).toBe('playing');
    answerOfLease = null;
    expect(await signed?.present('/replay/grant-0/881/a64/5.m4s')).toBe('/replay/grant-1/881/a64/5.m4s');
  });

  it('says that it stands paused once, is silent then, and says that it goes on', async () => {
    await play();
    await hear(5);
    send({ type: 'pause', by: 'listener' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(leaseCalls().map(({ body }) => body?.is_paused)).toEqual([true]);
    send({ type: 'resume' });
    await vi.advanceTimersByTimeAsync(0);
    expect(leaseCalls().map(({ body }) => body?.is_paused)).toEqual([true, false]);
  });

  it('keeps its lease where its line is lost, and opens under it again', async () => {
    await play();
    send({ type: 'lost', code: '120006', retry: true });
    send({ type: 'reconnect' });
    await open();
    expect(asked.filter(({ path }) => path.includes('/playback/11'))).toHaveLength(1);
  });

  it('reports its position and gives its lease back when it is closed, and keeps it for the next section', async () => {
    await play();
    await hear(12);
    send({ type: 'step', to: 'next' });
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    reply = replayReply({ section: { ...reply.section, item_id: 12, section_no: 2 } });
    await open();
    expect(source().sectionId).toBe(12);
    await hear(12);
    send({ type: 'close' });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/playback/lease/00000000-0000-4000-8000-000000000001',
    ]);
  });

  it('that is still on air grows with it', async () => {
    reply = replayReply({ is_over: false });
    await play();
    expect(session().source.isWhole).toBe(false);
    reply = { ...reply, end_ts: reply.end_ts + 600 };
    await hear(11);
    expect(session()).toMatchObject({ durationMs: 4_200_000, source: { isWhole: true } });
  });
});

describe('a replay on another machine', () => {
  const ended = () => asked.filter(({ method }) => method === 'DELETE');

  it('has an address that lasts, asks for it once, and plays on when its page goes', async () => {
    const { address } = await play({ sectionId: 11 }, { swaps: false, isElsewhere: true });
    expect(address).toMatch(/^\/replay\/grant-1\/881\/a128\/\d+-\d+\.m3u8$/);
    await hear(12);
    expect(leaseCalls().map(({ body }) => body?.is_remote)).toEqual([true, false]);
    await hear(5);
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)?.path).toBe('/api/playback/places');
    expect(ended()).toEqual([]);
  });

  it('gives its lease back when it is closed, and has addresses for this machine alone when it is here again', async () => {
    await play({ sectionId: 11 }, { swaps: false, isElsewhere: true });
    send({ type: 'change', source: source() });
    expect((await open()).address).toContain('/replay/grant-0/881/audio.m3u8');
    await hear(11);
    expect(leaseCalls().at(-1)?.body?.is_remote).toBe(false);
    send({ type: 'close' });
    expect(ended()).toHaveLength(1);
  });
});

it('asks who was somewhere already not where to go on', async () => {
  const at_ts = REPLAY_STARTS_MS / 1000 + 1_800;
  const other = { at_ts: at_ts + 600, heard_ts: at_ts, device_name: 'iPhone' };
  reply = replayReply({ place: { at_ts, heard_ts: at_ts, device_name: 'Chrome', other } });
  await play();
  expect(source().details?.otherPosition).not.toBeNull();
  answerOfLease = () => refusal(6);
  await hear(11);
  send({ type: 'reconnect' });
  await open();
  expect(source().details?.otherPosition).toBeNull();
});

describe('a replay of which only what was not heard is played', () => {
  const at = (seconds: number) => REPLAY_STARTS_MS + seconds * 1000;
  const only = [
    [at(600), at(605)],
    [at(1_200), at(1_205)],
    [at(3_900), at(4_000)],
  ] as const;

  it('begins with the first stretch, goes from each to the next, and on to the next section', async () => {
    const { startAtMs } = await play({ sectionId: 11, queue: [11, 12], only });
    expect(startAtMs).toBe(600_000);
    await hear(6);
    expect(session().positionMs).toBeGreaterThanOrEqual(1_200_000);
    expect(session().positionMs).toBeLessThan(1_203_000);
    await hear(6);
    expect(source()).toMatchObject({ sectionId: 12, only });
    const second = REPLAY_STARTS_MS / 1000 + 3_600;
    reply = replayReply({
      section: { ...reply.section, item_id: 12, start_ts: second, end_ts: second + 3_600 },
      start_ts: second,
      end_ts: second + 3_600,
    });
    expect((await open()).startAtMs).toBe(300_000);
  });

  it('is asked for anew where all of it is to be played after all', async () => {
    await play({ sectionId: 11, only });
    send({ type: 'change', source: { ...source(), only: null } as ReplaySource });
    await open();
    expect(asked.filter(({ path }) => path.includes('/playback/11'))).toHaveLength(2);
    await hear(10);
    expect(session().positionMs).toBe(610_000);
  });
});

describe('a replay that may not go on', () => {
  it('ends where another device took its device slot, and knows which', async () => {
    await play();
    answerOfLease = () => refusal('121003', { why: 'taken_over', device_name: 'Chrome · Windows' });
    await hear(11);
    expect(session()).toMatchObject({
      phase: 'failed',
      error: '121003',
      retrying: false,
      refused: { detail: { device_name: 'Chrome · Windows' } },
    });
  });

  it('takes a lease over by naming whose, and goes on where it was', async () => {
    await play();
    await hear(4);
    const playing = [{ lease_id: 'lease-2', epoch: 3, device_name: 'iPhone', started_ts: 0 }];
    answerOfLease = () => refusal('121003', { playing });
    await hear(7);
    const { positionMs } = session();
    expect(positionMs).toBeGreaterThan(9_000);
    const takeOver = { leaseId: 'lease-2', epoch: 3 };
    send({ type: 'play', source: { ...source(), takeOver } as ReplaySource, startAtMs: positionMs });
    expect((await open()).startAtMs).toBe(positionMs);
    expect(asked.at(-1)?.path).toContain('take_over_lease=lease-2&take_over_epoch=3');
    expect(source().takeOver).toBeNull();
  });

  it.each([
    ['121001', '121001'],
    [20003, '121001'],
    [10004, '121001'],
  ])('ends where it is told %s', async (code, error) => {
    await play();
    answerOfLease = () => refusal(code);
    await hear(11);
    expect(session()).toMatchObject({ phase: 'failed', error, refused: { code } });
  });

  it('asks for a new lease where the session is another', async () => {
    await play();
    answerOfLease = () => refusal(6);
    await hear(11);
    expect(session()).toMatchObject({ phase: 'reconnecting', retrying: true });
    send({ type: 'reconnect' });
    await open();
    expect(asked.filter(({ path }) => path.includes('/playback/11'))).toHaveLength(2);
  });

  it('numbers positions on from the number that is free', async () => {
    await play();
    answerOfLease = () => refusal(1, { sequence: 1, next_sequence: 50 });
    await hear(11);
    answerOfLease = null;
    await hear(10);
    const places = leaseCalls().at(-1)?.body?.places as { sequence: number }[];
    expect(places[0]?.sequence).toBe(50);
  });
});

describe('a free beginning', () => {
  it('has neither lease nor positions, ends at its end, and is followed by nothing', async () => {
    reply = freeReply(5);
    await play();
    await hear(299);
    expect(leaseCalls()).toEqual([]);
    expect(session().phase).toBe('playing');
    await hear(2);
    expect(session()).toMatchObject({ phase: 'paused', ended: true, positionMs: 300_000 });
    expect(source().details?.freeUntilMs).toBe(REPLAY_STARTS_MS + 300_000);
  });

  it('is over at once for who may still hear no more, and goes on at its end for who may', async () => {
    reply = freeReply(5);
    await play();
    await hear(301);
    send({ type: 'resume' });
    const opening = await controller.open(source(), {
      startAtMs: session().positionMs,
      swaps: true,
      isElsewhere: () => false,
    });
    if (opening.source) send({ type: 'learnt', source: opening.source, startAtMs: opening.startAtMs ?? 0 });
    expect(session()).toMatchObject({ phase: 'paused', ended: true, load: null });
    reply = replayReply();
    send({ type: 'resume' });
    expect((await open()).startAtMs).toBe(300_000);
    expect(session()).toMatchObject({ phase: 'playing', durationMs: 3_600_000, positionMs: 300_000 });
  });

  it('ends at once where it is moved to its end', async () => {
    reply = freeReply(5);
    await play();
    send({ type: 'seek', toMs: 300_000 });
    expect(session()).toMatchObject({ phase: 'paused', ended: true, positionMs: 300_000 });
  });

  it('is begun anew at a moment beyond it by who may hear more', async () => {
    reply = freeReply(5);
    await play();
    await hear(301);
    reply = replayReply();
    expect((await play({ sectionId: 11, atMs: REPLAY_STARTS_MS + 1_200_000 })).startAtMs).toBe(1_200_000);
    expect(session()).toMatchObject({ phase: 'playing', positionMs: 1_200_000 });
  });
});

it('goes on with the next section where one ends, at the same speed', async () => {
  await play({ sectionId: 11, atMs: REPLAY_STARTS_MS + 3_590_000 });
  send({ type: 'setSpeed', speed: 1.5 });
  await hear(12);
  expect(session()).toMatchObject({ phase: 'loading', positionMs: 0, speed: 1.5, source: { sectionId: 12 } });
});
