import { describe, expect, it } from 'vitest';
import { isReplay, replaySource, type ReplaySource } from '#app/player/sources/replay.ts';
import { freeReply, REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { applyReply } from './replay-reply.ts';

const HOUR_MS = 3_600_000;
const clip = (fromMs: number, toMs: number) =>
  replaySource({ sectionId: 11, atMs: REPLAY_STARTS_MS + fromMs, untilMs: REPLAY_STARTS_MS + toMs }, 'auto');
const followed = ({ next }: Pick<ReplaySource, 'next'>) => (next && isReplay(next) ? next.untilMs : undefined);

describe('a clip of a replay', () => {
  it('is not the section it is of, whose position and pause are its own', () => {
    expect(clip(60_000, 90_000).key).not.toBe(replaySource({ sectionId: 11 }, 'auto').key);
    expect(clip(60_000, 90_000).key).not.toBe(clip(60_000, 91_000).key);
  });

  it('pauses at its end where that lies in its section, and the next section is as ever', () => {
    const applied = applyReply(clip(60_000, 90_000), replayReply());
    expect(applied.stopsAtMs).toBe(90_000);
    expect(followed(applied)).toBeNull();
  });

  it('ends with its section where both do', () => {
    const applied = applyReply(clip(HOUR_MS - 60_000, HOUR_MS), replayReply());
    expect([applied.stopsAtMs, applied.next]).toEqual([undefined, null]);
  });

  it('goes on into the next section where its end lies there', () => {
    const applied = applyReply(clip(HOUR_MS - 60_000, HOUR_MS + 30_000), replayReply());
    expect(applied.stopsAtMs).toBeUndefined();
    expect(followed(applied)).toBe(REPLAY_STARTS_MS + HOUR_MS + 30_000);
  });

  it('ends with the free beginning for who has no more than that', () => {
    const applied = applyReply(clip(240_000, 360_000), freeReply(5));
    expect([applied.stopsAtMs, applied.next, applied.durationMs]).toEqual([undefined, null, 300_000]);
    expect(applyReply(clip(60_000, 90_000), freeReply(5)).stopsAtMs).toBe(90_000);
  });
});
