import { describe, expect, it } from 'vitest';
import {
  initialRecording,
  RECORDING_ATTEMPTS,
  recordingSounds,
  recordingStateNumber,
  reduceRecording,
  type RecordingEvent,
  type RecordingSource,
} from './vod-session.ts';

const source: RecordingSource = {
  src: '/media/articles/1/1',
  kind: 'audio',
  title: '訪問',
  from: '最新熱話',
  art: { src: '', srcset: '' },
  durationMs: 60_000,
  page: '/article/1',
};
const after = (...events: RecordingEvent[]) => events.reduce(reduceRecording, initialRecording);
const play: RecordingEvent = { type: 'play', source, startAtMs: 0 };
const at = (positionMs: number): RecordingEvent => ({ type: 'time', positionMs, durationMs: 60_000 });

describe('a recording', () => {
  it('opens where it was left, but not in its last second', () => {
    expect(after({ ...play, startAtMs: 20_000 }).load?.startAtMs).toBe(20_000);
    expect(after({ ...play, startAtMs: 59_500 }).load?.startAtMs).toBe(0);
  });

  it('keeps the place asked for until the file has begun, whatever the element says', () => {
    expect(after({ ...play, startAtMs: 20_000 }, at(0)).positionMs).toBe(20_000);
    expect(after({ ...play, startAtMs: 20_000 }, { type: 'playing' }, at(20_100)).positionMs).toBe(20_100);
  });

  it('moves inside the file without opening it again, and never beyond its ends', () => {
    const state = after(play, { type: 'playing' }, { type: 'seek', toMs: 90_000 });
    expect([state.positionMs, state.seek?.toMs, state.load?.serial]).toEqual([60_000, 60_000, 1]);
    expect(after(play, { type: 'playing' }, { type: 'seek', toMs: -5_000 }).positionMs).toBe(0);
  });

  it('opens again where a move comes before the file has begun', () => {
    expect(after(play, { type: 'seek', toMs: 30_000 }).load).toEqual({ serial: 2, startAtMs: 30_000 });
  });

  it('pauses and goes on in place', () => {
    const paused = after(play, { type: 'playing' }, at(10_000), { type: 'pause', by: 'listener' });
    expect(recordingSounds(paused)).toBe(false);
    const again = reduceRecording(paused, { type: 'resume' });
    expect([recordingSounds(again), again.load?.serial, again.positionMs]).toEqual([true, 1, 10_000]);
  });

  it('is ended at its end, and begins again when played once more', () => {
    const ended = after(play, { type: 'playing' }, at(59_000), { type: 'ended' });
    expect([recordingStateNumber(ended), ended.positionMs]).toEqual([0, 60_000]);
    expect(reduceRecording(ended, { type: 'resume' }).seek?.toMs).toBe(0);
  });

  it('takes the length of the file once it is known', () => {
    expect(after(play, { type: 'playing' }, { type: 'time', positionMs: 1, durationMs: 61_234 }).durationMs).toBe(
      61_234,
    );
  });

  it('comes back by itself where it was, and asks the listener after several failures in a row', () => {
    const lost: RecordingEvent = { type: 'lost', code: '120006', retry: true };
    let state = after(play, { type: 'playing' }, at(30_000));
    for (let i = 1; i < RECORDING_ATTEMPTS; i++) {
      state = reduceRecording(state, lost);
      expect(state.phase).toBe('reconnecting');
      state = reduceRecording(state, { type: 'reconnect' });
      expect(state.load?.startAtMs).toBe(30_000);
    }
    state = reduceRecording(state, lost);
    expect([state.phase, state.error]).toEqual(['failed', '120006']);
    const again = reduceRecording(state, { type: 'resume' });
    expect([again.phase, again.load?.startAtMs, again.attempts]).toEqual(['loading', 30_000, 0]);
  });

  it('stops asking for a file that cannot be decoded', () => {
    expect(after(play, { type: 'lost', code: '120008', retry: false }).phase).toBe('failed');
  });

  it('forgets failures once it sounds', () => {
    const state = after(
      play,
      { type: 'lost', code: '120006', retry: true },
      { type: 'reconnect' },
      { type: 'playing' },
    );
    expect([state.attempts, state.error]).toEqual([0, null]);
  });

  it('holds nothing once closed', () => {
    const closed = after(play, { type: 'playing' }, { type: 'close' });
    expect([closed.source, closed.load, recordingStateNumber(closed)]).toEqual([null, null, -1]);
  });
});

it('R-252 numbers its states as the live player does', () => {
  expect(recordingStateNumber(after(play))).toBe(3);
  expect(recordingStateNumber(after(play, { type: 'playing' }))).toBe(1);
  expect(recordingStateNumber(after(play, { type: 'playing' }, { type: 'pause', by: 'system' }))).toBe(2);
});
