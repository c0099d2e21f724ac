import { describe, expect, it } from 'vitest';
import { playerReasons, playerText } from '#app/text/zh-hk/player.ts';
import {
  backoffMs,
  behindLiveMs,
  initialPlayer,
  playerStateNumber,
  reducePlayer,
  REWIND_WINDOW_MS,
  wantsSound,
  type PlayerErrorCode,
  type PlayerEvent,
  type PlayerState,
  type StreamClock,
} from './player.machine.ts';

const NOW = Date.parse('2026-11-21T14:26:00+08:00');
const TARGET = 4_000;

const run = (events: PlayerEvent[], from: PlayerState = initialPlayer) => events.reduce(reducePlayer, from);

const clock = (heardAtMs: number, edgeMs = NOW - 4_000): StreamClock => ({
  heardAtMs,
  edgeMs,
  covers: { fromMs: edgeMs - 24_000, toMs: edgeMs },
  targetMs: TARGET,
});

const play: PlayerEvent = { type: 'play', channelId: 903, kind: 'audio', startAtMs: null, nowMs: NOW };
const heard = (atMs: number): PlayerEvent => ({ type: 'clock', clock: clock(atMs), nowMs: NOW });
/** Playing 903 at the live edge. */
const live = run([play, heard(NOW - 12_000), { type: 'playing' }]);

describe('playing', () => {
  it('opens the live edge and plays when sound comes', () => {
    const loading = run([play]);
    expect(loading).toMatchObject({ phase: 'loading', channelId: 903, load: { startAtMs: null } });
    expect(run([{ type: 'playing' }], loading).phase).toBe('playing');
  });

  it('makes a new order of every change of channel, so that the old sound ends', () => {
    const other = run([{ ...play, channelId: 881 }], live);
    expect(other.load?.serial).not.toBe(live.load?.serial);
    expect(other).toMatchObject({ phase: 'loading', channelId: 881 });
  });

  it('never begins by itself: sound that nobody asked for stays off', () => {
    expect(wantsSound(initialPlayer)).toBe(false);
    expect(run([{ type: 'playing' }, { type: 'resume', nowMs: NOW }, { type: 'goLive' }]).phase).toBe('idle');
  });

  it('shows a stall and gets over it', () => {
    const stalled = run([{ type: 'waiting' }], live);
    expect(stalled.phase).toBe('buffering');
    expect(run([{ type: 'playing' }], stalled).phase).toBe('playing');
  });
});

describe('the place', () => {
  it('goes on inside what is loaded after a short pause', () => {
    const resumed = run(
      [
        { type: 'pause', by: 'listener' },
        { type: 'resume', nowMs: NOW + 2_000 },
      ],
      live,
    );
    expect(resumed).toMatchObject({ phase: 'buffering', load: live.load });
  });

  it('opens the stream at the instant of the pause when it was let go of', () => {
    const resumed = run(
      [{ type: 'pause', by: 'listener' }, { type: 'park' }, { type: 'resume', nowMs: NOW + 600_000 }],
      live,
    );
    expect(resumed).toMatchObject({ phase: 'loading', load: { startAtMs: NOW - 12_000 }, notice: null });
  });

  it('says so when the pause outlasted the window, and goes on at its oldest instant', () => {
    const later = NOW + REWIND_WINDOW_MS + 3_600_000;
    const resumed = run([{ type: 'pause', by: 'listener' }, { type: 'park' }, { type: 'resume', nowMs: later }], live);
    expect(resumed).toMatchObject({ notice: 'window-passed', load: { startAtMs: later - REWIND_WINDOW_MS } });
  });

  it('is kept by a change between sound and picture', () => {
    const watched = run([{ type: 'setKind', kind: 'video', nowMs: NOW }], live);
    expect(watched).toMatchObject({ kind: 'video', load: { startAtMs: NOW - 12_000 } });
  });

  it('is kept by a reconnection, whatever sounded from the buffer meanwhile', () => {
    const back = run(
      [{ type: 'lost', code: '120006', retry: true }, heard(NOW - 6_000), { type: 'reconnect', nowMs: NOW + 9_000 }],
      live,
    );
    expect(back).toMatchObject({ phase: 'loading', load: { startAtMs: NOW - 6_000 } });
  });
});

describe('a recording between', () => {
  const back: PlayerEvent[] = [
    { type: 'makeWay', nowMs: NOW },
    { type: 'resume', nowMs: NOW + 300_000 },
  ];

  it('leads back to live who heard live', () => {
    expect(run(back, live)).toMatchObject({ phase: 'loading', channelId: 903, load: { startAtMs: null } });
  });

  it('leads back to the instant who heard what was before live, or had paused there', () => {
    const late = run([heard(NOW - 600_000)], live);
    expect(run(back, late).load?.startAtMs).toBe(NOW - 600_000);
    expect(run([{ type: 'pause', by: 'listener' }, ...back], live).load?.startAtMs).toBe(NOW - 12_000);
  });
});

describe('moving', () => {
  const seek = (toMs: number): PlayerEvent => ({ type: 'seek', toMs, nowMs: NOW });

  it('moves inside the loaded playlist without opening another', () => {
    const moved = run([seek(NOW - 25_000)], live);
    expect(moved.load).toEqual(live.load);
    expect(moved.seek?.toMs).toBe(NOW - 25_000);
  });

  it('opens a playlist that begins at an instant outside it', () => {
    const moved = run([seek(NOW - 1_560_000)], live);
    expect(moved).toMatchObject({ load: { startAtMs: NOW - 1_560_000 }, heardAtMs: NOW - 1_560_000 });
  });

  it('never moves past live', () => {
    expect(run([seek(NOW + 60_000)], live).load?.startAtMs).toBeNull();
  });

  it('never moves before the window', () => {
    const moved = run([seek(NOW - 2 * REWIND_WINDOW_MS)], live);
    expect(moved.load?.startAtMs).toBe(NOW - REWIND_WINDOW_MS);
  });

  it('says so when there is no sound of the instant that was asked for', () => {
    const opened = run([seek(NOW - 1_560_000)], live);
    const nearest = { ...clock(NOW - 600_000), covers: { fromMs: NOW - 600_000, toMs: NOW - 4_000 } };
    expect(run([{ type: 'clock', clock: nearest, nowMs: NOW }], opened).notice).toBe('not-kept');
    const right = { ...nearest, covers: { fromMs: NOW - 1_562_000, toMs: NOW - 4_000 } };
    expect(run([{ type: 'clock', clock: right, nowMs: NOW }], opened).notice).toBeNull();
  });

  it('moves the place of a pause without a sound', () => {
    const moved = run([{ type: 'pause', by: 'listener' }, seek(NOW - 600_000)], live);
    expect(moved).toMatchObject({ phase: 'paused', load: null, heardAtMs: NOW - 600_000 });
  });
});

describe('behind live', () => {
  it('is not said of the ordinary delay of a stream', () => {
    expect(behindLiveMs(live, NOW)).toBe(0);
  });

  it('is said from three target durations on', () => {
    const late = run([heard(NOW - 12_000 - 3 * TARGET - 1)], live);
    expect(behindLiveMs(late, NOW)).toBeGreaterThan(3 * TARGET);
  });

  it('grows while paused', () => {
    const paused = run([{ type: 'pause', by: 'listener' }], live);
    expect(behindLiveMs(paused, NOW + 60_000)).toBe(60_000);
  });
});

describe('trouble', () => {
  const lost: PlayerEvent = { type: 'lost', code: '120010', retry: true };

  it('waits 1, 2, 4 and then 8 seconds between attempts', () => {
    expect([1, 2, 3, 4, 5, 20].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('tells the listener after three attempts and goes on trying', () => {
    expect(run([lost, lost, lost], live)).toMatchObject({ phase: 'reconnecting', attempts: 3 });
    const told = run([lost, lost, lost, lost], live);
    expect(told).toMatchObject({ phase: 'failed', error: '120010', retrying: true });
    expect(wantsSound(told)).toBe(true);
  });

  it('forgets the attempts once sound is heard', () => {
    const back = run([lost, { type: 'reconnect', nowMs: NOW }, { type: 'playing' }], live);
    expect(back).toMatchObject({ phase: 'playing', attempts: 0, error: null });
  });

  it('does not try again by itself what cannot work', () => {
    const failed = run([{ type: 'lost', code: '120007', retry: false }], live);
    expect(failed).toMatchObject({ phase: 'failed', error: '120007', retrying: false, load: null });
    expect(run([{ type: 'resume', nowMs: NOW }], failed).phase).toBe('loading');
  });

  it('passes broken sound, which would break every attempt, and only that', () => {
    const far = run([heard(NOW - 60_000)], live);
    const again = (code: PlayerErrorCode) =>
      run(
        [
          { type: 'lost', code, retry: true },
          { type: 'reconnect', nowMs: NOW },
        ],
        far,
      ).load?.startAtMs;
    expect(again('120008')).toBe(NOW - 60_000 + TARGET);
    expect(again('120010')).toBe(NOW - 60_000);
    // There is nothing to pass into at live.
    expect(
      run(
        [
          { type: 'lost', code: '120008', retry: true },
          { type: 'reconnect', nowMs: NOW },
        ],
        live,
      ).load?.startAtMs,
    ).toBeNull();
  });

  it('ends with a pause: nothing is tried for somebody who stopped', () => {
    const paused = run([lost, { type: 'pause', by: 'listener' }, lost], live);
    expect(paused).toMatchObject({ phase: 'paused', error: null, retrying: false });
  });
});

describe('the sleep timer', () => {
  it('stops, remembers the place, and is used up', () => {
    const slept = run([{ type: 'slept' }], live);
    expect(slept).toMatchObject({
      phase: 'paused',
      pausedBy: 'sleep',
      sleep: null,
      sleptAt: { channelId: 903, kind: 'audio', atMs: NOW - 12_000 },
    });
  });

  it('to the end of a programme does not outlive a change of channel', () => {
    const timed = run([{ type: 'setSleep', sleep: { until: 'programme', endsAtMs: NOW + 1 } }], live);
    expect(run([{ ...play, channelId: 864 }], timed).sleep).toBeNull();
    const minutes = { until: 'time', minutes: 15, endsAtMs: NOW + 900_000 } as const;
    const minuted = run([{ type: 'setSleep', sleep: minutes }], live);
    expect(run([{ ...play, channelId: 864 }], minuted).sleep).toEqual(minutes);
  });
});

it('has the state numbers other programs know', () => {
  expect(playerStateNumber(initialPlayer)).toBe(-1);
  expect(playerStateNumber(live)).toBe(1);
  expect(playerStateNumber(run([play]))).toBe(3);
  const paused = run([{ type: 'pause', by: 'listener' }], live);
  expect(playerStateNumber(paused)).toBe(2);
  expect(playerStateNumber(run([{ type: 'park' }], paused))).toBe(5);
});

it('R-428 has nine codes, which are text, and words for each', () => {
  const codes = Object.keys(playerReasons);
  expect(codes).toEqual(['120006', '120007', '120008', '120009', '120010', '121001', '121002', '121003', '121004']);
  for (const code of codes) expect(playerText.reason(code as PlayerErrorCode)).toContain(`（${code}）`);
});
