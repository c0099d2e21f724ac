import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reducePlayer, type PlayerEvent } from '#app/player/player.machine.ts';
import { initialPlayer, vodOf, type PlayerState } from '#app/player/player.state.ts';
import { createPositionLog } from '#app/player/replay/position-log.ts';
import { filmSource, isFilm, type FilmSource } from '#app/player/sources/film.ts';
import { FILM_LASTS_MS, FILM_STARTS_MS, screenReply } from '#tests/factories/playback/screen-reply.ts';
import { createFilmController, type FilmController } from './film-controller.ts';
import type { ScreenReply } from './screen-reply.ts';

// The controller with a player without an element: its calls while a film plays, and when the rental period starts.

vi.mock('#app/components/frame/member-state.ts', () => ({ memberNow: () => ({ user: { user_id: 7 } }) }));

const NOW = Date.parse('2026-11-22T20:00:00+08:00');
const HOUR_MS = 3_600_000;

interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
}
let asked: Asked[];
let grants: number;
let reply: ScreenReply;
let refusal: { status: number; response_code: number | string; detail?: unknown } | null;
let controller: FilmController;
let state: PlayerState;

const send = (event: PlayerEvent): void => {
  state = reducePlayer(state, event, NOW);
  controller.follow(state.session, send);
};
const session = () => {
  const found = vodOf(state);
  if (found === null) throw new Error('nothing plays');
  return found;
};
const source = (): FilmSource => {
  const { source: found } = session();
  if (!isFilm(found)) throw new Error('no film');
  return found;
};
const window = () => source().details?.window;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  [asked, grants, reply, refusal, state] = [[], 0, screenReply(NOW), null, initialPlayer];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null });
    const isLease = path === '/api/playback/lease' && method === 'POST';
    if (isLease && refusal !== null) {
      const { status, response_code, detail } = refusal;
      return Response.json({ response_code, response_message: '', response: { detail } }, { status });
    }
    return Response.json({ response_code: 200, response_message: '', response: isLease ? renewed() : answerTo(path) });
  });
  controller = createFilmController(createPositionLog(null));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answerTo = (path: string): unknown => (path.includes('/playback') ? reply : { acknowledged: 99 });
function renewed() {
  const { start_ts, end_ts, stream_id, lease } = reply;
  grants += 1;
  const held = { lease_id: lease?.id, epoch: 1, renew_s: 10, stream_id, start_ts, end_ts, is_open: false };
  return { ...held, grant: `grant-${grants}`, grant_expires_ts: 0, acknowledged: 99 };
}
const leaseCalls = () => asked.filter(({ path, method }) => path === '/api/playback/lease' && method === 'POST');

async function open(swaps = true) {
  const startAtMs = session().load?.startAtMs ?? null;
  const opening = await controller.open(source(), { startAtMs, swaps, isElsewhere: () => false });
  if (opening.source)
    send({ type: 'learnt', source: opening.source, startAtMs: opening.startAtMs ?? session().positionMs });
  return opening;
}
const film = (changes: { atMs?: number; rendition?: string } = {}) =>
  filmSource({
    of: 'film',
    id: 5,
    title: '回聲三十',
    from: '音樂',
    art: { src: '', srcset: '' },
    page: '/crgovideo/5',
    durationMs: FILM_LASTS_MS,
    ...changes,
  });
async function press(what = film(), swaps = true) {
  send({ type: 'play', source: what, startAtMs: what.atMs });
  return open(swaps);
}
async function watch(seconds: number, heldToMs = FILM_LASTS_MS) {
  for (let i = 0; i < seconds * 4; i++) {
    await vi.advanceTimersByTimeAsync(250);
    send({ type: 'clock', clock: { positionMs: session().positionMs + 250, durationMs: 0, heldToMs } });
  }
}

describe('a film that is not begun', () => {
  it('begins its hours with the picture and not with the call, and then opens as a whole', async () => {
    const { address } = await press();
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
    expect(address).toBe(
      `/replay/grant-0/1000001/video.m3u8?from=${FILM_STARTS_MS}&to=${FILM_STARTS_MS + FILM_LASTS_MS}`,
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(leaseCalls()).toEqual([]);
    expect(window()?.startsAtMs).toBeNull();

    send({ type: 'playing' });
    await watch(1);
    expect(leaseCalls()).toHaveLength(1);
    const [{ body }] = leaseCalls() as [Asked];
    expect(body).toMatchObject({ is_paused: false, places: [{ stream_id: 1_000_001 }] });
    const places = (body?.['places'] ?? []) as { moved_s: number }[];
    expect(places[0]?.moved_s).toBeGreaterThan(0);
    const begunAtMs = window()?.startsAtMs ?? 0;
    expect(begunAtMs).toBeGreaterThanOrEqual(NOW + 5_000);
    expect(window()?.endsAtMs).toBe(begunAtMs + 48 * HOUR_MS);
  });

  it('ends with its days where they end before its hours', async () => {
    const endsAt = NOW / 1000 + 3 * 3_600;
    reply = screenReply(NOW, { window: { startsAt: null, mustFinishBy: endsAt, endsAt } });
    await press();
    send({ type: 'playing' });
    await watch(1);
    expect(window()?.endsAtMs).toBe(endsAt * 1000);
  });

  it('begins where its first minute lies, whatever position was asked for', async () => {
    expect((await press(film({ atMs: HOUR_MS }))).startAtMs).toBe(0);
    send({ type: 'close' });
    // Position left by an earlier rental.
    const position = { at_ts: FILM_STARTS_MS / 1000 + 60, heard_ts: 0, device_name: '', other: null };
    reply = screenReply(NOW, { place: position });
    expect((await press()).startAtMs).toBe(60_000);
  });

  it('is read anew where its playlist had the first minute alone, and only then', async () => {
    await press();
    const { load } = session();
    send({ type: 'playing' });
    await watch(1);
    expect(session().load).toBe(load);
    send({ type: 'close' });

    await press();
    send({ type: 'playing' });
    await watch(1, 60_000);
    expect(session()).toMatchObject({ phase: 'loading', load: { startAtMs: session().positionMs } });
    expect(session().positionMs).toBeGreaterThan(0);
    expect((await open()).address).toContain(`/replay/grant-${grants}/`);
  });

  it('begins with the press where the browser plays it by itself', async () => {
    await press(film(), false);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/premium/5/playback',
      'POST /api/playback/lease',
    ]);
    expect(leaseCalls()[0]?.body).toMatchObject({ is_remote: true });
  });
});

describe('a film that is begun', () => {
  const begun = { startsAt: NOW / 1000 - 3_600, mustFinishBy: NOW / 1000 + 3_600, endsAt: NOW / 1000 + 3_600 };

  it('goes on where it was left on another device, but not in its first or last twentieth', async () => {
    const at = (minutes: number) => ({
      at_ts: FILM_STARTS_MS / 1000 + minutes * 60,
      heard_ts: 0,
      device_name: 'Safari · iPhone',
      other: null,
    });
    for (const [minutes, beginsMs] of [
      [40, 2_400_000],
      [1, 0],
      [89, 0],
    ] as const) {
      reply = screenReply(NOW, { window: begun, place: at(minutes) });
      expect((await press()).startAtMs).toBe(beginsMs);
      send({ type: 'close' });
    }
    reply = screenReply(NOW, { window: begun, place: at(40) });
    expect((await press(film({ atMs: 600_000 }))).startAtMs).toBe(600_000);
  });

  it('keeps its hours, whatever is said of it afterwards', async () => {
    reply = screenReply(NOW, { window: begun });
    await press();
    const before = window();
    send({ type: 'playing' });
    await watch(21);
    expect(window()).toEqual(before);
  });

  it('has its words under the grant of the moment, whenever they are asked for', async () => {
    reply = screenReply(NOW, { window: begun });
    await press();
    const words = () => source().details?.captions.map(({ lang, src }) => [lang, src]);
    expect(words()).toEqual([['zh-Hant-HK', '/replay/grant-0/1000001/captions/zh-Hant-HK.vtt']]);
    send({ type: 'playing' });
    await watch(21);
    expect(grants).toBeGreaterThan(1);
    expect(words()).toEqual([['zh-Hant-HK', `/replay/grant-${grants}/1000001/captions/zh-Hant-HK.vtt`]]);
  });

  it('keeps a picture that was chosen by hand through a renewal and the next opening', async () => {
    reply = screenReply(NOW, { window: begun });
    await press(film({ rendition: 'v24' }));
    send({ type: 'playing' });
    send({ type: 'choose', rendition: 'v25' });
    await watch(11);
    send({ type: 'change', source: source() });
    await open();
    expect(source().rendition).toBe('v25');
  });

  it('has the address of one picture, or of the sound alone, where the player cannot choose', async () => {
    reply = screenReply(NOW, { window: begun });
    expect((await press(film({ rendition: 'v25' }), false)).address).toMatch(/\/v25\/\d+-\d+\.m3u8$/);
    send({ type: 'change', source: { ...source(), media: 'audio' } });
    expect((await open()).address).toMatch(/\/audio\/\d+-\d+\.m3u8$/);
  });

  it('stops in words when another device has taken its device slot, and takes it back as it was told', async () => {
    reply = screenReply(NOW, { window: begun });
    await press();
    send({ type: 'playing' });
    refusal = { status: 409, response_code: '121003', detail: { why: 'taken_over', device_name: '客廳電視' } };
    await watch(11);
    expect(session()).toMatchObject({ phase: 'failed', error: '121003' });
    expect(session().refused?.detail).toMatchObject({ device_name: '客廳電視' });

    refusal = null;
    const other = { leaseId: '00000000-0000-4000-8000-000000000009', epoch: 3 };
    const here = { ...source(), takeOver: other };
    send({ type: 'play', source: here, startAtMs: session().positionMs });
    await open();
    const { path } = asked.findLast(({ path: one }) => one.includes('/premium/')) as Asked;
    expect(path).toContain(`take_over_lease=${other.leaseId}&take_over_epoch=3`);
    expect(source().takeOver).toBeNull();
  });

  it('is over for who has no right to it any more', async () => {
    reply = screenReply(NOW, { window: begun });
    await press();
    send({ type: 'playing' });
    refusal = { status: 403, response_code: '121001' };
    await watch(11);
    expect(session()).toMatchObject({ phase: 'failed', error: '121001', retrying: false });
  });
});

it('plays the replay of an event from its own call, with what the waiting room gave', async () => {
  reply = screenReply(NOW, { window: null });
  await press(filmSource({ ...film(), of: 'event', id: 3, admission: 'let-in' }));
  expect(asked[0]?.path).toMatch(/^\/api\/live-event\/3\/playback\?device_key=.*&admission=let-in$/);
  expect(session().source.key).toBe('event/3/replay');
});

it('R-465 is tried three times after the first before anything is said', async () => {
  await press();
  const lost: PlayerEvent = { type: 'lost', code: '120010', retry: true };
  for (let tries = 0; tries < 3; tries++) {
    send(lost);
    expect(session().phase).toBe('reconnecting');
    send({ type: 'reconnect' });
  }
  send(lost);
  expect(session()).toMatchObject({ phase: 'failed', retrying: false });
});
