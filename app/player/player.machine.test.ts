import { describe, expect, it } from 'vitest';
import { playerReasons, playerText } from '#app/text/zh-hk/player.ts';
import { meetsLiveAtMs } from './live-session.ts';
import { backoffMs, effectsOf, reducePlayer, type PlayerEvent } from './player.machine.ts';
import {
  behindLiveMs,
  initialPlayer,
  liveOf,
  playerStateNumber,
  REWIND_WINDOW_MS,
  wantsSound,
  type PlayerErrorCode,
  type PlayerState,
  type StreamClock,
} from './player.state.ts';
import { fileOf } from '#tests/factories/playback/sources.ts';
import { liveSource } from './sources/source.ts';

const NOW = Date.parse('2026-11-21T14:26:00+08:00');
const TARGET = 4_000;

const step = (state: PlayerState, event: PlayerEvent, nowMs = NOW) => reducePlayer(state, event, nowMs);
/** Applies events at an instant. */
const runAt = (nowMs: number, events: PlayerEvent[], from: PlayerState) =>
  events.reduce((state, event) => step(state, event, nowMs), from);
const run = (events: PlayerEvent[], from: PlayerState = initialPlayer) => runAt(NOW, events, from);
const sessionAfter = (events: PlayerEvent[], from?: PlayerState) => run(events, from).session;

const clock = (heardAtMs: number, edgeMs = NOW - 4_000): StreamClock => ({
  heardAtMs,
  edgeMs,
  covers: { fromMs: edgeMs - 24_000, toMs: edgeMs },
  targetMs: TARGET,
});

const play = { type: 'play', source: liveSource(903, 'audio') } satisfies PlayerEvent;
const pause: PlayerEvent = { type: 'pause', by: 'listener' };
const resume: PlayerEvent = { type: 'resume' };
const park: PlayerEvent = { type: 'park' };
const heard = (atMs: number): PlayerEvent => ({ type: 'clock', clock: clock(atMs) });
/** Playing 903 at the live edge. */
const live = run([play, heard(NOW - 12_000), { type: 'playing' }]);
const behindOf = (state: PlayerState, nowMs = NOW) => {
  const session = liveOf(state);
  if (session === null) throw new Error('no live');
  return behindLiveMs(session, nowMs);
};

describe('catching up with live', () => {
  const chase: PlayerEvent = { type: 'chase', isOn: true };
  const speedOf = (state: PlayerState) => liveOf(state)?.speed;
  const tenMinutesBehind = run([heard(NOW - 612_000)], live);

  it('plays faster until it meets live, and from there as it is said', () => {
    const faster = run([chase], tenMinutesBehind);
    expect(speedOf(faster)).toBe(1.25);
    expect(effectsOf(tenMinutesBehind, faster)).toContainEqual({ type: 'speed', speed: 1.25 });
    expect(meetsLiveAtMs(liveOf(faster)!, NOW)).toBe(NOW + 4 * 600_000);
    expect(speedOf(run([heard(NOW - 20_000)], faster))).toBe(1.25);
    const met = run([heard(NOW - 12_500)], faster);
    expect(speedOf(met)).toBe(1);
    expect(effectsOf(faster, met)).toContainEqual({ type: 'speed', speed: 1 });
    expect(behindOf(met)).toBe(0);
  });

  it('goes faster still from far behind, so that it is met within the evening', () => {
    const hour = run([heard(NOW - 3_612_000), chase], live);
    expect(speedOf(hour)).toBe(1.5);
    expect(meetsLiveAtMs(liveOf(hour)!, NOW)).toBe(NOW + 2 * 3_600_000);
  });

  it('keeps its pace through a pause, a step and a broken line, and ends it at live or on another channel', () => {
    const faster = run([chase], tenMinutesBehind);
    for (const events of [
      [pause, resume],
      [pause, park, resume],
      [{ type: 'skip', byMs: -15_000 }],
      [{ type: 'lost', code: '120006', retry: true }, { type: 'reconnect' }],
    ] satisfies PlayerEvent[][])
      expect(speedOf(run(events, faster))).toBe(1.25);
    for (const event of [
      { type: 'goLive' },
      { type: 'chase', isOn: false },
      { ...play, source: liveSource(881, 'audio') },
    ] satisfies PlayerEvent[])
      expect(speedOf(run([event], faster))).toBe(1);
  });

  it('is nothing at live, and nothing of what is whole', () => {
    expect(run([chase], live)).toBe(live);
    expect(meetsLiveAtMs(liveOf(live)!, NOW)).toBeNull();
  });
});

describe('playing', () => {
  it('opens the live edge and plays when sound comes', () => {
    const loading = run([play]);
    expect(loading.session).toMatchObject({ phase: 'loading', source: { channelId: 903 }, load: { startAtMs: null } });
    expect(sessionAfter([{ type: 'playing' }], loading)?.phase).toBe('playing');
  });

  it('makes a new order of every change of channel, so that the old sound ends', () => {
    const other = run([{ ...play, source: liveSource(881, 'audio') }], live);
    expect(effectsOf(live, other)).toContainEqual({ type: 'open' });
    expect(other.session).toMatchObject({ phase: 'loading', source: { channelId: 881 } });
  });

  it('never begins by itself: sound that nobody asked for stays off', () => {
    expect(wantsSound(initialPlayer.session)).toBe(false);
    expect(run([{ type: 'playing' }, resume, { type: 'toggle' }, { type: 'goLive', of: 'live' }])).toBe(initialPlayer);
  });

  it('shows a stall and gets over it', () => {
    const stalled = run([{ type: 'waiting' }], live);
    expect(stalled.session?.phase).toBe('buffering');
    expect(sessionAfter([{ type: 'playing' }], stalled)?.phase).toBe('playing');
  });
});

describe('the position', () => {
  it('goes on inside what is loaded after a short pause', () => {
    const paused = run([pause], live);
    const resumed = runAt(NOW + 2_000, [resume], paused);
    expect(resumed.session).toMatchObject({ phase: 'buffering', load: live.session?.load });
    expect(effectsOf(paused, resumed).map(({ type }) => type)).toEqual(['announce', 'start', 'wait']);
  });

  it('opens the stream at the instant of the pause when it was let go of', () => {
    const resumed = runAt(NOW + 600_000, [resume], run([pause, park], live));
    expect(resumed.session).toMatchObject({ phase: 'loading', load: { startAtMs: NOW - 12_000 }, notice: null });
  });

  it('says so when the pause outlasted the window, and goes on at its oldest instant', () => {
    const later = NOW + REWIND_WINDOW_MS + 3_600_000;
    const resumed = runAt(later, [resume], run([pause, park], live));
    expect(resumed.session).toMatchObject({
      notice: 'window-passed',
      load: { startAtMs: later - REWIND_WINDOW_MS },
    });
  });

  it('is kept by a change between sound and picture', () => {
    const watched = run([{ type: 'setMedia', media: 'video' }], live);
    expect(watched.session).toMatchObject({ source: { media: 'video' }, load: { startAtMs: NOW - 12_000 } });
  });

  it('is kept by a reconnection, whatever sounded from the buffer meanwhile', () => {
    const waits = run([{ type: 'lost', code: '120006', retry: true }, heard(NOW - 6_000)], live);
    const back = runAt(NOW + 9_000, [{ type: 'reconnect' }], waits);
    expect(back.session).toMatchObject({ phase: 'loading', load: { startAtMs: NOW - 6_000 } });
  });
});

describe('a recording between', () => {
  const recording = fileOf();
  const playRecording: PlayerEvent = { type: 'play', source: recording };
  const back = (from: PlayerState, event: PlayerEvent = { ...resume, of: 'live' }) =>
    runAt(NOW + 300_000, [event], run([playRecording], from));
  const late = run([heard(NOW - 600_000)], live);

  it('takes the element, and live stands beside it without a sound', () => {
    const state = run([playRecording], live);
    expect(state).toMatchObject({
      session: { source: { key: recording.key } },
      aside: { phase: 'paused', load: null },
    });
    expect(effectsOf(live, state).map(({ type }) => type)).toEqual(['open', 'announce', 'wait']);
  });

  it('leads back to live who heard live', () => {
    expect(back(live)).toMatchObject({
      session: { phase: 'loading', source: { channelId: 903 }, load: { startAtMs: null } },
      aside: null,
    });
  });

  it('leads back to the instant who heard what was before live, or had paused there', () => {
    expect(back(late).session?.load?.startAtMs).toBe(NOW - 600_000);
    expect(back(run([pause], live)).session?.load?.startAtMs).toBe(NOW - 12_000);
  });

  it('leaves live where it was, and paused, when it is closed', () => {
    expect(back(late, { type: 'close' })).toMatchObject({
      session: { phase: 'paused', source: { channelId: 903 }, heardAtMs: NOW - 600_000 },
      aside: null,
    });
  });

  it('gives the element back to what is asked of live: its controls, its moves, another channel', () => {
    for (const event of [
      { type: 'toggle', of: 'live' },
      { type: 'goLive', of: 'live' },
      { type: 'startOver', atMs: NOW - 900_000, of: 'live' },
      { ...play, source: liveSource(881, 'audio') },
    ] as const)
      expect(back(late, event)).toMatchObject({ session: { timeline: 'live', phase: 'loading' }, aside: null });
    // Seeking a paused source does not start playback; nor does switching its video.
    expect(back(late, { type: 'seek', toMs: NOW - 1_200_000, of: 'live' })).toMatchObject({
      session: { timeline: 'vod' },
      aside: { heardAtMs: NOW - 1_200_000 },
    });
    expect(back(late, { type: 'setMedia', media: 'video', of: 'live' })).toMatchObject({
      session: { timeline: 'vod' },
      aside: { source: { media: 'video' } },
    });
  });

  it('goes on where it was left when it is played again', () => {
    const at: PlayerEvent = { type: 'clock', clock: { positionMs: 20_000, durationMs: 60_000 } };
    const left = run([playRecording, { type: 'playing' }, at, { ...resume, of: 'live' }], live);
    expect(sessionAfter([playRecording], left)?.load?.startAtMs).toBe(20_000);
    expect(sessionAfter([{ type: 'close' }, playRecording], left)?.load?.startAtMs).toBe(20_000);
  });

  it('is stopped by the sleep timer, which is used up', () => {
    const slept = run([playRecording, { type: 'slept' }], live);
    expect(slept).toMatchObject({ session: { phase: 'paused', pausedBy: 'sleep' }, sleep: null, sleptAt: null });
  });
});

describe('moving', () => {
  const seek = (toMs: number): PlayerEvent => ({ type: 'seek', toMs });

  it('moves inside the loaded playlist without opening another', () => {
    const moved = run([seek(NOW - 25_000)], live);
    expect(effectsOf(live, moved)).toContainEqual({ type: 'seek', toMs: NOW - 25_000 });
    expect(effectsOf(live, moved)).not.toContainEqual({ type: 'open' });
  });

  it('opens a playlist that begins at an instant outside it', () => {
    const moved = run([seek(NOW - 1_560_000)], live);
    expect(moved.session).toMatchObject({ load: { startAtMs: NOW - 1_560_000 }, heardAtMs: NOW - 1_560_000 });
  });

  it('never moves past live', () => {
    expect(sessionAfter([seek(NOW + 60_000)], live)?.load).toEqual({ startAtMs: null });
  });

  it('never moves before the window', () => {
    const moved = run([seek(NOW - 2 * REWIND_WINDOW_MS)], live);
    expect(moved.session?.load?.startAtMs).toBe(NOW - REWIND_WINDOW_MS);
  });

  it('says so when there is no sound of the instant that was asked for', () => {
    const opened = run([seek(NOW - 1_560_000)], live);
    const nearest = { ...clock(NOW - 600_000), covers: { fromMs: NOW - 600_000, toMs: NOW - 4_000 } };
    expect(sessionAfter([{ type: 'clock', clock: nearest }], opened)).toMatchObject({ notice: 'not-kept' });
    const right = { ...nearest, covers: { fromMs: NOW - 1_562_000, toMs: NOW - 4_000 } };
    expect(sessionAfter([{ type: 'clock', clock: right }], opened)).toMatchObject({ notice: null });
  });

  it('moves the position of a pause without a sound', () => {
    const moved = run([pause, seek(NOW - 600_000)], live);
    expect(moved.session).toMatchObject({ phase: 'paused', load: null, heardAtMs: NOW - 600_000 });
  });
});

describe('behind live', () => {
  it('is not said of the ordinary delay of a stream', () => {
    expect(behindOf(live)).toBe(0);
  });

  it('is said from three target durations on', () => {
    const late = run([heard(NOW - 12_000 - 3 * TARGET - 1)], live);
    expect(behindOf(late)).toBeGreaterThan(3 * TARGET);
  });

  it('grows while paused', () => {
    const paused = run([pause], live);
    expect(behindOf(paused, NOW + 60_000)).toBe(60_000);
  });
});

describe('trouble', () => {
  const lost: PlayerEvent = { type: 'lost', code: '120010', retry: true };

  it('waits 1, 2, 4 and then 8 seconds between attempts', () => {
    expect([1, 2, 3, 4, 5, 20].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('tells the listener after three attempts and goes on trying', () => {
    expect(sessionAfter([lost, lost, lost], live)).toMatchObject({ phase: 'reconnecting', attempts: 3 });
    const told = sessionAfter([lost, lost, lost, lost], live);
    expect(told).toMatchObject({ phase: 'failed', error: '120010', retrying: true });
    expect(wantsSound(told)).toBe(true);
  });

  it('asks before it gives up what may still sound from the buffer', () => {
    const state = run([lost], live);
    expect(effectsOf(live, state)).toEqual([{ type: 'wait', next: { afterMs: 1_000, event: { type: 'probe' } } }]);
  });

  it('forgets the attempts once sound is heard', () => {
    const back = sessionAfter([lost, { type: 'reconnect' }, { type: 'playing' }], live);
    expect(back).toMatchObject({ phase: 'playing', attempts: 0, error: null });
  });

  it('does not try again by itself what cannot work', () => {
    const failed = run([{ type: 'lost', code: '120007', retry: false }], live);
    expect(failed.session).toMatchObject({ phase: 'failed', error: '120007', retrying: false, load: null });
    expect(effectsOf(live, failed)).toContainEqual({ type: 'wait', next: null });
    expect(run([{ type: 'reconnect' }], failed)).toBe(failed);
    expect(sessionAfter([resume], failed)?.phase).toBe('loading');
  });

  it('passes broken sound, which would break every attempt, and only that', () => {
    const far = run([heard(NOW - 60_000)], live);
    const again = (code: PlayerErrorCode, from: PlayerState) =>
      sessionAfter([{ type: 'lost', code, retry: true }, { type: 'reconnect' }], from)?.load?.startAtMs;
    expect(again('120008', far)).toBe(NOW - 60_000 + TARGET);
    expect(again('120010', far)).toBe(NOW - 60_000);
    // At live there is nothing to skip to.
    expect(again('120008', live)).toBeNull();
  });

  it('ends with a pause: nothing is tried for somebody who stopped', () => {
    const paused = sessionAfter([lost, pause, lost], live);
    expect(paused).toMatchObject({ phase: 'paused', error: null, retrying: false });
  });
});

describe('the sleep timer', () => {
  const slept = run([{ type: 'slept' }], live);

  it('stops, remembers the position, and is used up', () => {
    expect(slept).toMatchObject({
      session: { phase: 'paused', pausedBy: 'sleep' },
      sleep: null,
      sleptAt: { source: { channelId: 903, media: 'audio' }, atMs: NOW - 12_000 },
    });
    expect(sessionAfter([{ type: 'resumeSlept' }], slept)?.load?.startAtMs).toBe(NOW - 12_000);
  });

  it('needs no way back for who goes on there, but for who went to live', () => {
    expect(run([resume], slept).sleptAt).toBeNull();
    expect(run([{ type: 'goLive', of: 'live' }], slept).sleptAt).not.toBeNull();
  });

  it('to the end of a programme does not outlive a change of channel', () => {
    const other: PlayerEvent = { ...play, source: liveSource(864, 'audio') };
    const timed = run([{ type: 'setSleep', sleep: { until: 'programme', endsAtMs: NOW + 1 } }], live);
    expect(run([other], timed).sleep).toBeNull();
    const minutes = { until: 'time', minutes: 15, endsAtMs: NOW + 900_000 } as const;
    const minuted = run([{ type: 'setSleep', sleep: minutes }], live);
    expect(run([other], minuted).sleep).toEqual(minutes);
  });
});

it('has the state numbers other programs know', () => {
  expect(playerStateNumber(initialPlayer)).toBe(-1);
  expect(playerStateNumber(live)).toBe(1);
  expect(playerStateNumber(run([play]))).toBe(3);
  const paused = run([pause], live);
  expect(playerStateNumber(paused)).toBe(2);
  expect(playerStateNumber(run([park], paused))).toBe(5);
});

it('R-428 has nine codes, which are text, and words for each', () => {
  const codes = Object.keys(playerReasons);
  expect(codes).toEqual(['120006', '120007', '120008', '120009', '120010', '121001', '121002', '121003', '121004']);
  for (const code of codes) expect(playerText.reason(code as PlayerErrorCode)).toContain(`（${code}）`);
});
