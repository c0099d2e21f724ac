import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reducePlayer, type PlayerEvent } from '#app/player/player.machine.ts';
import { initialPlayer, isOfEvent, type PlayerState } from '#app/player/player.state.ts';
import { createPositionLog } from '#app/player/replay/position-log.ts';
import { concertOf } from '#tests/factories/playback/sources.ts';
import { screenReply } from '#tests/factories/playback/screen-reply.ts';
import { createEventController, type EventController } from './event-controller.ts';

// Calls of an event on air: admission, the edge address, and continuation under its one lease.

vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => ({ user: { user_id: 7 } }) }));

const NOW = Date.parse('2026-12-05T21:10:00+08:00');
const START = Date.parse('2026-12-05T20:00:00+08:00');
const SPAN = `${START}-${START + 9_000_000}`;
const path = (rendition: string) => `/replay/grant-0/2000001/${rendition}/${SPAN}.m3u8`;

let asked: string[];
let controller: EventController;
let state: PlayerState;

const send = (event: PlayerEvent): void => {
  state = reducePlayer(state, event, NOW);
  controller.follow(state.session, send);
};
const session = () => {
  if (!isOfEvent(state.session)) throw new Error('no event plays');
  return state.session;
};
async function open() {
  const asks = { startAtMs: session().load?.startAtMs ?? null, swaps: true, isElsewhere: () => false };
  const opening = await controller.open(session().source, asks);
  if (opening.source) send({ type: 'learnt', source: opening.source, startAtMs: opening.startAtMs ?? null });
  return opening;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  [asked, state] = [[], initialPlayer];
  const items = ['v24', 'v25', 'audio'].map((rendition, index) => ({
    default_encode_profile_output_id: [24, 25, 11][index] ?? 0,
    path: path(rendition),
  }));
  const { lease } = screenReply(NOW);
  const cues = '/replay/grant-0/2000001/cues';
  const live = { is_over: false, window: null, stream_id: 2_000_001, start_ts: START / 1000 };
  const reply = screenReply(NOW, { items, cues, ...live });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    const held = { lease_id: lease?.id, epoch: 1, start_ts: 0, end_ts: 0, is_open: true, acknowledged: 99 };
    const response = address.includes('/live-event/') ? reply : { ...held, grant: 'grant-1' };
    return Response.json({ response_code: 200, response_message: '', response });
  });
  controller = createEventController(createPositionLog(null));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const concert = concertOf(START, { admission: 'let-in' });

it('is asked for with what the waiting room gave, and opened at the edge of all its pictures', async () => {
  send({ type: 'play', source: concert });
  const { address, startAtMs } = await open();
  expect(asked[0]).toMatch(/^GET \/api\/live-event\/7\/playback\?device_key=.*&admission=let-in$/);
  expect(address).toBe(`/replay/grant-0/2000001/video.m3u8?from=${START}&to=${START + 9_000_000}`);
  expect(startAtMs).toBeUndefined();
  expect(session().source).toMatchObject({ zeroMs: START, details: { streamId: 2_000_001, window: null } });
});

it('has its sound alone at another address, under the same lease', async () => {
  send({ type: 'play', source: concert });
  await open();
  send({ type: 'playing' });
  send({ type: 'change', source: { ...session().source, media: 'audio' } });
  expect((await open()).address).toBe(`/replay/grant-0/2000001/audio/${SPAN}.m3u8`);
  expect(asked.filter((one) => one.includes('/live-event/'))).toHaveLength(1);
});

it('says every ten seconds that it goes on, signs by the newest grant, and ends its lease when it is left', async () => {
  send({ type: 'play', source: concert });
  const { signed } = await open();
  send({ type: 'playing' });
  expect(session().source.details?.cues).toBe('/replay/grant-0/2000001/cues');
  await vi.advanceTimersByTimeAsync(10_500);
  expect(asked).toContain('POST /api/playback/lease');
  // Its captions are asked for by the newest grant too.
  expect(session().source.details?.cues).toBe('/replay/grant-1/2000001/cues');
  expect(await signed?.present('/replay/grant-0/2000001/v24/1-2.m3u8?_HLS_msn=5')).toBe(
    '/replay/grant-1/2000001/v24/1-2.m3u8?_HLS_msn=5',
  );
  send({ type: 'close' });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toMatch(/^DELETE \/api\/playback\/lease\//);
});
