import { describe, expect, it } from 'vitest';
import { isReplay, replaySource, type ReplaySource } from '#app/player/sources/replay.ts';
import { freeReply, REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { learnReplay } from './replay-reply.ts';

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
    const learnt = learnReplay(clip(60_000, 90_000), replayReply());
    expect(learnt.stopsAtMs).toBe(90_000);
    expect(followed(learnt)).toBeNull();
  });

  it('ends with its section where both do', () => {
    const learnt = learnReplay(clip(HOUR_MS - 60_000, HOUR_MS), replayReply());
    expect([learnt.stopsAtMs, learnt.next]).toEqual([undefined, null]);
  });

  it('goes on into the next section where its end lies there', () => {
    const learnt = learnReplay(clip(HOUR_MS - 60_000, HOUR_MS + 30_000), replayReply());
    expect(learnt.stopsAtMs).toBeUndefined();
    expect(followed(learnt)).toBe(REPLAY_STARTS_MS + HOUR_MS + 30_000);
  });

  it('ends with the free beginning for who has no more than that', () => {
    const learnt = learnReplay(clip(240_000, 360_000), freeReply(5));
    expect([learnt.stopsAtMs, learnt.next, learnt.durationMs]).toEqual([undefined, null, 300_000]);
    expect(learnReplay(clip(60_000, 90_000), freeReply(5)).stopsAtMs).toBe(90_000);
  });
});
