import { describe, expect, it } from 'vitest';
import type { LiveItem } from './live-item.ts';
import {
  FALLBACK_REFRESH_MS,
  initialLive,
  reduceLive,
  type LiveEffect,
  type LiveEvent,
  type LiveState,
} from './channel-feed.machine.ts';

const NOW = Date.parse('2026-11-21T14:26:00+08:00');
const HOUR = 3_600_000;

const item = (title: string, startsAtMs: number, endsAtMs: number): LiveItem => ({
  startsAtMs,
  endsAtMs,
  programId: startsAtMs,
  title,
  hosts: '',
  art: { src: '', srcset: '' },
});
const items = [
  item('過去', NOW - HOUR, NOW - 10_000),
  item('而家', NOW - 10_000, NOW + 600_000),
  item('之後', NOW + 600_000, NOW + HOUR),
];

const step = (state: LiveState, event: LiveEvent) => reduceLive(state, event);
const following = step(initialLive, { type: 'channelChanged', channelId: 903, nowMs: NOW }).state;
const loaded = (list: readonly LiveItem[] = items, serverNowMs = NOW): LiveEvent => ({
  type: 'timetableLoaded',
  channelId: 903,
  items: list,
  serverNowMs,
  nowMs: NOW,
});
const timer = (effects: LiveEffect[]) => effects.find((effect) => effect.type === 'setTimer')?.inMs;

describe('a change of channel (R-275)', () => {
  it('forgets what was live and next, and loads timetable and source', () => {
    const { state: full } = step(following, loaded());
    const { state, effects } = step(full, { type: 'channelChanged', channelId: 881, nowMs: NOW });
    expect(state).toMatchObject({ channelId: 881, live: null, next: [], items: [], source: null });
    expect(effects).toEqual([
      { type: 'loadTimetable', channelId: 881 },
      { type: 'loadSource', channelId: 881 },
    ]);
  });

  it('ignores an answer for the channel that was left', () => {
    const { state } = step(following, { type: 'channelChanged', channelId: 881, nowMs: NOW });
    expect(step(state, loaded()).state).toBe(state);
    expect(step(state, { type: 'sourceLoaded', channelId: 903, source: 'x' }).state).toBe(state);
  });
});

describe('the refresh (R-276 to R-278)', () => {
  it('is set for the end of the current item', () => {
    const { state, effects } = step(following, loaded());
    expect(state.live?.title).toBe('而家');
    expect(state.next.map((next) => next.title)).toEqual(['之後']);
    expect(timer(effects)).toBe(600_000);
  });

  it('falls back to the configured interval, else to 30 s, when nothing is on', () => {
    expect(timer(step(following, loaded([])).effects)).toBe(FALLBACK_REFRESH_MS);
    const configured = reduceLive(following, loaded([]), { refreshIntervalMs: 12_000, allowedDeltaMs: 1_000 });
    expect(timer(configured.effects)).toBe(12_000);
  });

  it('loads the timetable again when nothing is on, and the source if there is none', () => {
    const { state } = step(following, loaded([]));
    expect(step(state, { type: 'timerFired', nowMs: NOW + 30_000 }).effects).toEqual([
      { type: 'loadTimetable', channelId: 903 },
      { type: 'loadSource', channelId: 903 },
    ]);
  });

  it('shows the next item at once when one ends', () => {
    const { state } = step(following, loaded());
    const turned = step(state, { type: 'timerFired', nowMs: NOW + 600_000 });
    expect(turned.state.live?.title).toBe('之後');
    expect(turned.effects).toContainEqual({ type: 'loadTimetable', channelId: 903 });
  });

  it('logs a failed load and renews the timer', () => {
    const failed = step(following, {
      type: 'loadFailed',
      channelId: 903,
      what: 'timetable',
      reason: 'away',
      nowMs: NOW,
    });
    expect(failed.effects.map((effect) => effect.type)).toEqual(['log', 'setTimer']);
    expect(timer(failed.effects)).toBe(FALLBACK_REFRESH_MS);
  });
});

describe('the clock (R-279)', () => {
  it('is corrected only by more than the allowed delta', () => {
    expect(step(following, loaded(items, NOW + 1_000)).state.offsetMs).toBe(0);
    expect(step(following, loaded(items, NOW + 1_001)).state.offsetMs).toBe(1_001);
    expect(step(following, loaded(items, NOW - 5_000)).state.offsetMs).toBe(-5_000);
  });

  it('decides what is on: a visitor whose clock is wrong sees the right programme', () => {
    expect(step(following, loaded(items, NOW + 700_000)).state.live?.title).toBe('之後');
  });

  it('is kept through a change of channel', () => {
    const { state } = step(following, loaded(items, NOW + 5_000));
    expect(step(state, { type: 'channelChanged', channelId: 864, nowMs: NOW }).state.offsetMs).toBe(5_000);
  });
});
