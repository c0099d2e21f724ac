import { expect, it } from 'vitest';
import { newVod } from '#app/player/vod-session.ts';
import type { VodSession } from '#app/player/player.state.ts';
import { replaySource } from '#app/player/sources/replay.ts';
import { freeReply, REPLAY_STARTS_MS, replayReply } from '#tests/factories/playback/replay-reply.ts';
import { replayLine } from './replay-line.ts';
import { applyReply } from './replay-reply.ts';

const source = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply());
const session = (changes: Partial<VodSession>): VodSession => ({ ...newVod(source, 0), ...changes });
const failed = (code: number | string, detail?: unknown) =>
  session({
    phase: 'failed',
    error: code === '121003' ? '121003' : '121001',
    refused: { code, message: '今日維修', detail },
  });

it('says where the sound went, what it takes to hear it, and what the operator says', () => {
  const taken = failed('121003', { why: 'taken_over', device_name: 'Chrome · Windows' });
  expect(replayLine(taken, source)).toContain('「Chrome · Windows」');
  expect(replayLine(failed('121003', { playing: [] }), source)).toContain('（121003）');
  for (const code of [10004, 20003]) expect(replayLine(failed(code), source)).toContain('計劃');
  expect(replayLine(failed(20), source)).toBe('今日維修');
});

it('says that a part was left out where it would have been, and is silent when all is well', () => {
  const at = (seconds: number) => REPLAY_STARTS_MS / 1000 + seconds;
  const missing = (from: number, why: 'rights' | 'gap') => ({ from_ts: at(from), to_ts: at(from + 60), why });
  const cut = applyReply(source, replayReply({ missing: [missing(600, 'rights'), missing(1200, 'gap')] }));
  const heard = (seconds: number) => replayLine(session({ phase: 'playing', positionMs: seconds * 1000 }), cut);
  expect(heard(590)).toBe('');
  expect(heard(661)).toContain('版權');
  expect(heard(1261)).toContain('訊號');
  expect(heard(700)).toBe('');
});

it('says at the end of a free beginning that more is to be had', () => {
  const free = applyReply(source, freeReply(5));
  expect(replayLine(session({ phase: 'paused', ended: true }), free)).toContain('計劃');
  expect(replayLine(session({ phase: 'paused', ended: true }), source)).not.toContain('計劃');
});
