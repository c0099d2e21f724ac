import { describe, expect, it } from 'vitest';
import { effectsOf, reducePlayer, type PlayerEvent } from './player.machine.ts';
import {
  behindLiveMs,
  initialPlayer,
  isOfEvent,
  liveOf,
  livePositionAt,
  type EventSession,
  type PlayerState,
  type StreamClock,
} from './player.state.ts';
import { concertOf } from '#tests/factories/playback/sources.ts';
import { liveSource } from './sources/source.ts';

// An event on air: a live timeline of a non-channel stream, seekable to its start.

const NOW = Date.parse('2026-12-05T21:10:00+08:00');
const START = Date.parse('2026-12-05T20:00:00+08:00');

const concert = concertOf(START);
const channel = liveSource(903, 'audio');

const run = (events: PlayerEvent[], from: PlayerState = initialPlayer) =>
  events.reduce((state, event) => reducePlayer(state, event, NOW), from);
const eventOf = ({ session }: PlayerState): EventSession => {
  if (!isOfEvent(session)) throw new Error('no event plays');
  return session;
};
const clock = (heardAtMs: number, edgeMs = NOW - 1_000): PlayerEvent => ({
  type: 'clock',
  clock: {
    heardAtMs,
    edgeMs,
    covers: { fromMs: edgeMs - 30_000, toMs: edgeMs },
    targetMs: 1_000,
  } satisfies StreamClock,
});

/** Playing at the edge. */
const live = run([{ type: 'play', source: concert }, { type: 'playing' }, clock(NOW - 4_000)]);

describe('an event on air', () => {
  it('is seen three segments of a second behind its edge, and is live there', () => {
    expect(livePositionAt(eventOf(live), NOW)).toBe(NOW - 1_000 - 3_000);
    expect(behindLiveMs(eventOf(live), NOW)).toBe(0);
    const late = run([clock(NOW - 60_000)], live);
    expect(behindLiveMs(eventOf(late), NOW)).toBe(56_000);
  });

  it('goes back to its beginning and no further, and to its edge again', () => {
    const fromStart = run([{ type: 'seek', toMs: START - 3_600_000 }], live);
    expect(eventOf(fromStart)).toMatchObject({ load: { startAtMs: START }, notice: null });
    const back = run([{ type: 'goLive' }], fromStart);
    expect(eventOf(back)).toMatchObject({ load: { startAtMs: null }, phase: 'loading' });
  });

  it('has a channel make way, which has the element again when the event is closed', () => {
    const radio = run([{ type: 'play', source: channel }, { type: 'playing' }]);
    const event = run([{ type: 'play', source: concert }], radio);
    expect(event.session?.source.key).toBe('event/7');
    expect(liveOf(event)).toMatchObject({ source: { channelId: 903 }, phase: 'paused' });
    const closed = run([{ type: 'close' }], event);
    expect(closed).toMatchObject({ session: { source: { channelId: 903 }, phase: 'paused' }, aside: null });
  });

  it('leaves to a channel what is asked of live', () => {
    const event = run([
      { type: 'play', source: channel },
      { type: 'play', source: concert },
    ]);
    const radio = run([{ type: 'goLive', of: 'live' }], event);
    expect(radio.session?.source.key).toBe('live/903');
    expect(run([{ type: 'goLive', of: 'live' }], live)).toBe(live);
  });

  it('ends where its stream does, without being asked for again', () => {
    const over = run([{ type: 'ended' }], live);
    expect(eventOf(over)).toMatchObject({ phase: 'paused', pausedBy: 'over' });
    const radio = run([{ type: 'play', source: channel }, { type: 'playing' }]);
    expect(run([{ type: 'ended' }], radio)).toBe(radio);
  });

  it('goes on where it is seen already, and is opened anew for another position', () => {
    expect(run([{ type: 'play', source: concert }], live)).toBe(live);
    const paused = run([{ type: 'pause', by: 'listener' }], live);
    expect(eventOf(run([{ type: 'play', source: concert }], paused)).load).toBe(eventOf(paused).load);
    const there = run([{ type: 'play', source: concert, startAtMs: START + 60_000 }], live);
    expect(eventOf(there).load).toEqual({ startAtMs: START + 60_000 });
  });

  it('keeps its picture through a pause for a minute', () => {
    const paused = run([{ type: 'pause', by: 'listener' }], live);
    expect(effectsOf(live, paused)).toContainEqual({
      type: 'wait',
      next: { afterMs: 60_000, event: { type: 'park' } },
    });
  });

  it('says what it was refused with, until it is opened again', () => {
    const refused = { code: '121003', message: '', detail: { why: 'taken_over' } };
    const lost = run([{ type: 'lost', code: '121003', retry: false, refused }], live);
    expect(eventOf(lost)).toMatchObject({ phase: 'failed', refused });
    expect(eventOf(run([{ type: 'resume' }], lost))).toMatchObject({ phase: 'loading', refused: null });
  });
});

describe('a rendition', () => {
  it('is chosen without opening anew', () => {
    const chosen = run([{ type: 'choose', rendition: 'v25' }], live);
    expect(effectsOf(live, chosen)).toEqual([{ type: 'choose', rendition: 'v25' }]);
    expect(eventOf(chosen).source.rendition).toBe('v25');
  });

  it('waits for the next opening where nothing is held', () => {
    const parked = run([{ type: 'pause', by: 'listener' }, { type: 'park' }], live);
    expect(effectsOf(parked, run([{ type: 'choose', rendition: 'v25' }], parked))).toEqual([]);
  });

  it('is known by what the engine found', () => {
    const ladder = { rungs: [{ rendition: 'v24', bitsPerSecond: 2_000_000 }], shown: 'v24' };
    expect(eventOf(run([{ type: 'ladder', ladder }], live)).ladder).toEqual(ladder);
  });
});
