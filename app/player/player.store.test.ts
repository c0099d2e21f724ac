import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatedFakeMedia } from '#tests/factories/playback/media-element.ts';
import { fileOf } from '#tests/factories/playback/sources.ts';

// The player on a fake element with the iPhone engine: what it does to the element, and how it reacts to it.

const PLAYLIST = ['#EXTM3U', '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T06:00:00.000Z', '#EXTINF:4.000,', 's.m4s'].join('\n');
const source = { response_code: 200, response_message: '', response: { livePlaylistUrl: '/media/903/audio.m3u8' } };

type Store = typeof import('./player.store.ts');
let store: Store;
let media: DatedFakeMedia;
let detach: () => void;
let answerOfSource: unknown;
let keys: Map<string, (details: object) => void>;
let cameOnline: (() => void)[];

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:10:00Z') });
  vi.resetModules();
  answerOfSource = source;
  keys = new Map();
  const mediaSession = {
    setActionHandler: (key: string, act: (details: object) => void) => keys.set(key, act),
    setPositionState: () => undefined,
    metadata: null,
  };
  vi.stubGlobal('navigator', { onLine: true, mediaSession });
  vi.stubGlobal('MediaMetadata', class {});
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { href: 'https://radio.example/live/903' });
  cameOnline = [];
  vi.stubGlobal('addEventListener', (type: string, listen: () => void) => type === 'online' && cameOnline.push(listen));
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 });
  vi.stubGlobal('fetch', async (address: string) =>
    String(address).includes('/api/') ? Response.json(answerOfSource) : new Response(PLAYLIST),
  );
  vi.spyOn(console, 'warn').mockReturnValue();
  media = new DatedFakeMedia();
  media.startMs = Date.parse('2026-11-21T06:00:00Z');
  store = await import('./player.store.ts');
  detach = store.attachMedia(media as unknown as HTMLVideoElement);
  await store.preparePlayer();
});
afterEach(() => {
  detach();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const session = () => store.playerSnapshot().player.session;
const phase = () => session()?.phase;
const settle = () => vi.advanceTimersByTimeAsync(0);

it('remains what the server rendered when element and code come, so that no page is rendered again for them', async () => {
  vi.resetModules();
  const fresh: Store = await import('./player.store.ts');
  const told = vi.fn();
  fresh.subscribePlayer(told);
  const leave = fresh.attachMedia(new DatedFakeMedia() as unknown as HTMLVideoElement);
  await fresh.preparePlayer();
  expect(fresh.playerSnapshot()).toBe(fresh.serverSnapshot);
  expect(told).not.toHaveBeenCalled();
  leave();
});

/** Plays for a while: advances the element's clock. */
async function hear(ms: number) {
  for (let at = 0; at < ms; at += 250) {
    if (!media.paused) media.currentTime += 0.25;
    await vi.advanceTimersByTimeAsync(250);
  }
}
async function play() {
  store.playLive(903);
  await vi.waitFor(() => expect(media.src).not.toBe(''));
  media.begin();
  media.tell('playing');
  await hear(1_000);
  expect(phase()).toBe('playing');
}

describe('sound that stops', () => {
  it('is a wait once the clock stood still, and is asked for anew when it lasts', async () => {
    await play();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(phase()).toBe('buffering');
    await vi.advanceTimersByTimeAsync(9_500);
    expect(phase()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(phase()).toBe('loading');
    media.begin();
    media.tell('playing');
    expect(phase()).toBe('playing');
  });

  it('is over when the clock moves again, whatever the element says', async () => {
    await play();
    await vi.advanceTimersByTimeAsync(3_000);
    await hear(500);
    expect(phase()).toBe('playing');
  });
});

describe('a telephone', () => {
  it('has its element loaded within the press, before the engine’s code has come', () => {
    store.playLive(903);
    expect(media.orders).toEqual(['load']);
  });

  it('keeps the source through a pause of any length, and goes on from there', async () => {
    await play();
    const { src } = media;
    const heardAtMs = store.heardNowMs() ?? 0;
    store.pause();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([phase(), media.src]).toEqual(['paused', src]);
    expect(Math.abs((store.heardNowMs() ?? 0) - heardAtMs)).toBeLessThan(500);
    keys.get('play')?.({});
    await vi.waitFor(() => expect(media.src).toMatch(/from=\d+/));
    expect(Math.abs(Number(/from=(\d+)/.exec(media.src)?.[1]) - heardAtMs)).toBeLessThan(500);
  });

  it('is obeyed by its lock screen: play plays and pause pauses, pressed twice too', async () => {
    await play();
    keys.get('play')?.({});
    expect(phase()).toBe('playing');
    keys.get('pause')?.({});
    keys.get('pause')?.({});
    expect(phase()).toBe('paused');
    keys.get('play')?.({});
    await settle();
    expect(phase()).toBe('buffering');
  });

  it('ends an advertisement by its lock screen as by a control of the page: what was heard before does not play beneath', async () => {
    let over: AbortSignal | undefined;
    vi.doMock('#app/ads/video-ad.tsx', () => ({
      playVideoAd: ({ signal }: { signal: AbortSignal }) => {
        over = signal;
        return new Promise((done) => signal.addEventListener('abort', () => done('left')));
      },
    }));
    vi.stubGlobal('document', { cookie: '', documentElement: { dataset: { ads: 'on' } } });
    await play();
    store.playVod({ ...fileOf(), media: 'video' });
    await vi.waitFor(() => expect(over).toBeDefined());
    expect([phase(), over?.aborted]).toEqual(['paused', false]);
    keys.get('play')?.({});
    expect(over?.aborted).toBe(true);
    await settle();
    expect(session()?.source).toMatchObject({ kind: 'live' });
    vi.doUnmock('#app/ads/video-ad.tsx');
  });

  it.each(['playing', 'buffering', 'loading'] as const)('is heeded when it pauses in %s', async (when) => {
    await play();
    if (when === 'buffering') media.tell('waiting');
    if (when === 'loading') {
      store.goLive();
      await vi.waitFor(() => expect(media.orders.at(-1)).toBe('play'));
    }
    expect(phase()).toBe(when);
    media.pause();
    expect(session()).toMatchObject({ phase: 'paused', pausedBy: 'system' });
    // The call is over.
    void media.play();
    media.tell('play');
    await settle();
    expect(['buffering', 'loading']).toContain(phase());
  });

  it('has no volume to set where setting it does nothing', async () => {
    expect(store.playerSnapshot().hasVolume).toBe(true);
    detach();
    const deaf = new DatedFakeMedia();
    Object.defineProperty(deaf, 'volume', { get: () => 1, set: () => {} });
    detach = store.attachMedia(deaf as unknown as HTMLVideoElement);
    expect(store.playerSnapshot().hasVolume).toBe(false);
  });
});

describe('a press before the player’s code has come', () => {
  beforeEach(async () => {
    detach();
    vi.resetModules();
    media = new DatedFakeMedia();
    media.startMs = Date.parse('2026-11-21T06:00:00Z');
    store = await import('./player.store.ts');
  });

  it('loads the element at once and plays when it is there', async () => {
    detach = store.attachMedia(media as unknown as HTMLVideoElement);
    store.playLive(903);
    expect(media.orders).toEqual(['load']);
    await play();
  });

  it('counts where there is no element yet either, and the last press decides', async () => {
    store.playLive(881);
    store.playLive(903);
    detach = store.attachMedia(media as unknown as HTMLVideoElement);
    await vi.waitFor(() => expect(store.soundingChannel()).toBe(903));
    await vi.waitFor(() => expect(media.src).toContain('/media/903/'));
  });
});

describe('a recording', () => {
  const playFile = async (src: string) => {
    store.playVod(fileOf(src));
    await vi.waitFor(() => expect(media.src).toContain(src));
    media.begin();
    media.tell('playing');
  };

  it('takes the element from live and gives it back, each where it was', async () => {
    await play();
    await playFile('/1.mp3');
    await hear(2_000);
    expect(session()).toMatchObject({ timeline: 'vod', phase: 'playing' });
    store.resumeLive();
    await vi.waitFor(() => expect(media.src).toContain('/media/903/'));
    await playFile('/1.mp3');
    const [, startS] = /#t=([\d.]+)$/.exec(media.src) ?? [];
    expect(Number(startS)).toBeGreaterThan(1.9);
    store.close();
    expect(session()).toMatchObject({ timeline: 'live', phase: 'paused' });
    expect(media.src).toBe('');
  });

  it('is moved by the keys of the system, which live is not', async () => {
    await play();
    const { src } = media;
    keys.get('seekto')?.({ seekTime: 30 });
    expect([phase(), media.src]).toEqual(['playing', src]);
    await playFile('/1.mp3');
    keys.get('seekto')?.({ seekTime: 30 });
    expect(media.currentTime).toBe(30);
    keys.get('seekbackward')?.({});
    expect(media.currentTime).toBe(15);
    keys.get('previoustrack')?.({});
    expect(media.currentTime).toBe(0);
    keys.get('stop')?.({});
    expect(session()?.timeline).toBe('live');
  });

  it('is asked for anew where it broke, and begins there', async () => {
    await playFile('/1.mp3');
    media.currentTime = 20;
    await hear(500);
    media.error = { code: 2 };
    media.tell('error');
    expect(session()).toMatchObject({ phase: 'reconnecting', error: '120006' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Number(/#t=([\d.]+)$/.exec(media.src)?.[1])).toBeGreaterThan(19);
  });

  it('goes on where it failed once this browser is online again', async () => {
    await playFile('/1.mp3');
    media.currentTime = 20;
    await hear(500);
    for (let losses = 0; losses < 4; losses++) {
      media.error = { code: 2 };
      media.tell('error');
      await vi.advanceTimersByTimeAsync(8_000);
    }
    expect(session()).toMatchObject({ phase: 'failed', retrying: false });
    cameOnline.forEach((listen) => listen());
    await settle();
    expect(session()).toMatchObject({ phase: 'loading', error: null });
    expect(Number(/#t=([\d.]+)$/.exec(media.src)?.[1])).toBeGreaterThan(19);
  });
});

describe('what is wrong', () => {
  it('R-428 is told by the text of its code where a call refuses, and not tried again by itself', async () => {
    answerOfSource = { response_code: '121002', response_message: 'too many devices', response: null };
    store.playLive(903);
    await vi.waitFor(() => expect(session()).toMatchObject({ phase: 'failed', error: '121002', retrying: false }));
  });

  it('is the playlist when it does not come, and the line when this browser is offline', async () => {
    await play();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
    media.error = { code: 2 };
    media.tell('error');
    expect(session()?.error).toBe('120006');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session()?.error).toBe('120010');
    vi.stubGlobal('navigator', { onLine: false });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(session()?.error).toBe('120006');
  });
});
