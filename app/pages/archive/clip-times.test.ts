import { describe, expect, it } from 'vitest';
import { clipOf, clockWithSeconds, instantOf } from './clip-times.ts';

const at = (clock: string, day = '20') => Date.parse(`2026-11-${day}T${clock}+08:00`);
const morning = { startsAtMs: at('09:00:00.400'), endsAtMs: at('11:00:38.200') };
const night = { startsAtMs: at('23:00:00'), endsAtMs: at('01:00:00', '21') };

describe('a clock within a broadcast', () => {
  it('names its instant, with and without seconds, and however it is typed', () => {
    expect(instantOf('9:05', morning)).toBe(at('09:05:00'));
    expect(instantOf(' 09：05：30 ', morning)).toBe(at('09:05:30'));
    expect(clockWithSeconds(at('09:05:30'))).toBe('09:05:30');
  });

  it('names its edges, which are no whole seconds', () => {
    expect(instantOf('09:00', morning)).toBe(at('09:00:00'));
    expect(instantOf('11:00:38', morning)).toBe(at('11:00:38'));
  });

  it('goes on over midnight, also as the station counts', () => {
    expect(instantOf('00:30', night)).toBe(at('00:30:00', '21'));
    expect(instantOf('24:30', night)).toBe(at('00:30:00', '21'));
  });

  it.each(['08:59:59', '11:01', '', '9', '09:60', '30:00', 'x', '09:05:30:10'])('names nothing: %s', (clock) => {
    expect(instantOf(clock, morning)).toBeNull();
  });
});

describe('what is shared of a broadcast', () => {
  const of = (from: string, to: string) => clipOf({ from, to }, morning, 300);

  it('is a moment, or a clip where an end is named', () => {
    expect(of('09:05', '')).toEqual({ atMs: at('09:05:00'), untilMs: undefined });
    expect(of('09:05', '09:10')).toEqual({ atMs: at('09:05:00'), untilMs: at('09:10:00') });
  });

  it.each([
    ['from', '08:00', ''],
    ['from', '', '09:10'],
    ['to', '09:05', '12:00'],
    ['order', '09:05', '09:05'],
    ['order', '09:05', '09:04:59'],
    ['long', '09:05', '09:10:01'],
  ])('says what is wrong: %s', (fault, from, to) => {
    expect(of(from, to)).toEqual({ fault });
  });
});
