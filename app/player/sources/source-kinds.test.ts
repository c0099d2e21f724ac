import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallRefused } from '#app/player/channel/channel-feed.ts';
import { createController } from '#app/player/player.controller.ts';
import { initialPlayer } from '#app/player/player.state.ts';
import type { PlayerFacts } from '#app/player/player-facts.ts';
import { FakeMedia } from '#tests/factories/playback/media-element.ts';
import type { VodSource } from './source.ts';
import type { SourceKind } from './source-kind.ts';
import { SOURCE_KINDS } from './source-kinds.ts';

// A new kind of source needs only the source below and one entry among the kinds.

interface TapeSource extends VodSource {
  kind: 'tape';
  tapeId: number;
}
const tapeKind: SourceKind<TapeSource> = {
  engine: 'stream',
  // A granted address, valid for one opening.
  address: async ({ tapeId }) => `/media/tapes/${tapeId}.m3u8?grant=${++grants}`,
};
const tape: TapeSource = {
  kind: 'tape',
  timeline: 'vod',
  key: 'tape/7',
  tapeId: 7,
  media: 'audio',
  title: '舊帶',
  from: '倉庫',
  art: { src: '', srcset: '' },
  durationMs: 60_000,
  page: '/tapes/7',
};
let grants: number;

beforeEach(() => {
  grants = 0;
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 });
  vi.stubGlobal('fetch', async () => new Response('#EXTM3U'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('plays a kind that is new to it: from its address, at its position, and with a new address after a loss', async () => {
  const media = new FakeMedia();
  let told: PlayerFacts | undefined;
  const player = createController({
    media: media as unknown as HTMLMediaElement,
    player: initialPlayer,
    publish: (facts) => (told = facts),
    send: () => undefined,
    kinds: { ...SOURCE_KINDS, tape: tapeKind },
  });
  const session = () => told?.player.session;
  player.send({ type: 'play', source: tape });
  await vi.waitFor(() => expect(media.src).toBe('/media/tapes/7.m3u8?grant=1'));
  media.begin();
  media.tell('playing');
  expect(session()).toMatchObject({ phase: 'playing', source: { key: 'tape/7' } });
  expect(told?.said).toContain('舊帶');
  player.send({ type: 'seek', toMs: 30_000 });
  expect(media.currentTime).toBe(30);

  media.error = { code: 2 };
  media.tell('error');
  expect(session()?.phase).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(1_000);
  // One address for the probe, one for the opening.
  expect(media.src).toBe('/media/tapes/7.m3u8?grant=3#t=30');

  player.send({ type: 'close' });
  player.send({ type: 'play', source: tape });
  await vi.waitFor(() => expect(media.src).toMatch(/#t=30$/));
  player.stop();
});

it('says of a kind that it does not know that it cannot be played here', () => {
  let told: PlayerFacts | undefined;
  const player = createController({
    media: new FakeMedia() as unknown as HTMLMediaElement,
    player: initialPlayer,
    publish: (facts) => (told = facts),
    send: () => undefined,
  });
  player.send({ type: 'play', source: tape });
  expect(told?.player.session).toMatchObject({ phase: 'failed', error: '120007' });
  player.stop();
});

it('takes a refusal for the answer also where it is asked for anew after a loss, and asks no more', async () => {
  const media = new FakeMedia();
  let told: PlayerFacts | undefined;
  const address: typeof tapeKind.address = async (source, asked) => {
    if (grants > 0) throw new CallRefused('121003', '');
    return tapeKind.address(source, asked);
  };
  const player = createController({
    media: media as unknown as HTMLMediaElement,
    player: initialPlayer,
    publish: (facts) => (told = facts),
    send: () => undefined,
    kinds: { ...SOURCE_KINDS, tape: { ...tapeKind, address } },
  });
  player.send({ type: 'play', source: tape });
  await vi.waitFor(() => expect(media.src).not.toBe(''));
  media.error = { code: 2 };
  media.tell('error');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told?.player.session).toMatchObject({ phase: 'failed', error: '121003', refused: { code: '121003' } });
  player.stop();
});
