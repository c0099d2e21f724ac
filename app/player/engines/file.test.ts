import { afterEach, expect, it, vi } from 'vitest';
import type { PlayerErrorCode } from '#app/player/player.state.ts';
import { FakeMedia } from '#tests/factories/playback/media-element.ts';
import { openFile } from './file.ts';

afterEach(() => vi.unstubAllGlobals());

/** What is reported of a file that cannot be opened. */
function lostWhile(onLine: boolean): PlayerErrorCode | undefined {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 });
  const media = new FakeMedia();
  let lost: PlayerErrorCode | undefined;
  openFile({
    media: media as unknown as HTMLMediaElement,
    address: '/talk.m4a',
    timeline: 'vod',
    startAtMs: 0,
    onLost: (code) => (lost = code),
    onRefilled: () => undefined,
  });
  media.error = { code: 4 };
  media.tell('error');
  return lost;
}

it('blames the line for a file that does not open without a network, so that it is tried again', () => {
  expect(lostWhile(true)).toBe('120007');
  expect(lostWhile(false)).toBe('120006');
});
