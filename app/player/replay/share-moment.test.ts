import { expect, it } from 'vitest';
import { replaySource } from '#app/player/sources/replay.ts';
import { REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { applyReply } from './replay-reply.ts';
import { sharedMoment } from './share-moment.ts';

const source = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply());

it('passes on the page of the replay with the second that is heard, never one of another broadcast', () => {
  const site = 'https://radio.example';
  const urlAt = (ms: number) => sharedMoment(source, REPLAY_STARTS_MS + ms, site)?.url;
  const second = REPLAY_STARTS_MS / 1000;
  expect(urlAt(83_900)).toBe(`https://radio.example/program/archives/1?at=${second + 83}`);
  expect(urlAt(3_600_000)).toBe(`https://radio.example/program/archives/1?at=${second + 3_599}`);
  expect(sharedMoment(source, REPLAY_STARTS_MS + 60_000, site)?.title).toBe('的士高峰 11月21日，由 09:01 聽起');
  expect(sharedMoment({ ...source, details: null }, REPLAY_STARTS_MS, site)).toBeNull();
});
