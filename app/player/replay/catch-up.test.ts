import { expect, it } from 'vitest';
import { replaySource } from '#app/player/sources/replay.ts';
import { REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { wouldMeetLiveAtMs } from './catch-up.ts';
import { applyReply } from './replay-reply.ts';

const MINUTE = 60_000;
const source = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply());
const at = (minutes: number) => REPLAY_STARTS_MS + minutes * MINUTE;

it('offers to catch up with a broadcast that is on air, and says when that will be', () => {
  // Ten minutes at 1.25 take forty; an hour at 1.5 takes two.
  expect(wouldMeetLiveAtMs(source, at(20), at(30))).toBe(at(70));
  expect(wouldMeetLiveAtMs(source, at(10), at(70))).toBe(at(190));
});

it('offers nothing at live, after the broadcast, or of what was on no air', () => {
  expect(wouldMeetLiveAtMs(source, at(30) - 12_000, at(30))).toBeNull();
  expect(wouldMeetLiveAtMs(source, at(20), at(121))).toBeNull();
  const tape = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply({ stream_id: 10_001 }));
  expect(wouldMeetLiveAtMs(tape, at(20), at(30))).toBeNull();
});
