import { expect, it } from 'vitest';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { replayView } from '#tests/factories/playback/sources.ts';
import type { LaneBlock } from './archives.server.ts';
import { startsAt } from './starts-at.ts';

const part = (id: number, startsAtMs: number, endsAtMs: number, freeSeconds = 0) => ({
  id,
  no: 1,
  title: '',
  startsAtMs,
  endsAtMs,
  freeSeconds,
});
const whole = replayView({
  endsAtMs: 2_000_000,
  parts: [part(11, 0, 1_000_000, 300), part(12, 1_000_000, 2_000_000)],
});
const block = (replay: ReplayView | null): LaneBlock => ({
  key: '7',
  title: '的士高峰',
  art: '',
  startsAtMs: 0,
  endsAtMs: 2_000_000,
  href: null,
  replay,
});
const at = (atMs: number, ...blocks: LaneBlock[]) => startsAt([{ channelId: 881, blocks }], atMs);

it('plays a moment of the day from the part in which it lies, free where that is', () => {
  const start = { archiveId: 7, sectionId: 11, atMs: 200_000, isFree: true };
  expect(at(200_000, block(whole))).toEqual([{ channelId: 881, title: '的士高峰', start }]);
  expect(at(1_500_000, block(whole))[0]?.start).toMatchObject({ sectionId: 12, atMs: 1_500_000, isFree: false });
});

it('offers nothing where nothing was on, where it is still to come, and where rights have ended', () => {
  expect(at(2_000_000, block(whole))).toEqual([]);
  expect(at(200_000, block(null))).toEqual([]);
  expect(at(200_000, block({ ...whole, isEnded: true }))).toEqual([]);
});
