import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '#shared/domain-error.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { codecsOf, readInit, readSegment, type InitTrack } from './fmp4.ts';

const SOUND = { kind: 'audio', targetMs: 4_000 } as const;
let sound: PushedSound;
let film: PushedSound;
let tracks: InitTrack[];

beforeAll(async () => {
  sound = await makeSound({ seconds: 10 });
  film = await makeSound({ seconds: 8, video: true });
  tracks = readInit(sound.init, 'audio');
});

/** Replaces the first occurrence of `from` with text of the same length, so that box sizes remain valid. */
function patched(bytes: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(to, copy.indexOf(from, 0, 'latin1'), 'latin1');
  return copy;
}

describe('an init segment', () => {
  it('tells codecs as players need to know them', () => {
    expect(codecsOf(tracks)).toBe('mp4a.40.2');
    expect(codecsOf(readInit(film.init, 'video'))).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
  });

  it('is refused when its tracks are not those of the rendition', () => {
    expect(() => readInit(film.init, 'audio')).toThrow(/tracks are audio and video, expected audio/);
    expect(() => readInit(sound.init, 'video')).toThrow(/expected audio and video/);
  });

  it('is refused when the sound is not AAC-LC', async () => {
    expect(() => readInit(patched(sound.init, 'mp4a', 'Opus'), 'audio')).toThrow(/coded as "Opus"/);
    const ac3 = await makeSound({ seconds: 5, codec: ['-c:a', 'ac3'] });
    expect(() => readInit(ac3.init, 'audio')).toThrow(DomainError);
  });

  it('is refused when it is a media segment', () => {
    expect(() => readInit(sound.segments[0]!, 'audio')).toThrow(/box "moov" is missing/);
  });
});

describe('a media segment', () => {
  it('tells how long it sounds and where it stands on the clock of its encoder, to the millisecond', () => {
    const times = sound.segments.map((bytes) => readSegment(bytes, tracks, SOUND));
    let clockMs = times[0]!.mediaStartMs;
    for (const { durationMs, mediaStartMs } of times) {
      expect(Math.abs(mediaStartMs - clockMs)).toBeLessThanOrEqual(1);
      clockMs = mediaStartMs + durationMs;
    }
    // 10 s of sound in frames of 1024 samples at 48 kHz, including the encoder's priming.
    expect(clockMs - times[0]!.mediaStartMs).toBeGreaterThanOrEqual(10_000);
    expect(clockMs - times[0]!.mediaStartMs).toBeLessThan(10_070);
  });

  it('is timed by its picture when it has one', () => {
    const filmTracks = readInit(film.init, 'video');
    expect(
      film.segments.map((bytes) => readSegment(bytes, filmTracks, { kind: 'video', targetMs: 4_000 }).durationMs),
    ).toEqual([4_000, 4_000]);
  });

  it.each([
    ['moof', /moof/],
    ['mdat', /no mdat box/],
    ['traf', /no moof box with a track fragment/],
    ['tfhd', /box "tfhd" is missing/],
    ['tfdt', /box "tfdt" is missing/],
  ])('is refused without %s', (box, reason) => {
    expect(() => readSegment(patched(sound.segments[0]!, box, 'free'), tracks, SOUND)).toThrow(reason);
  });

  it('is refused when it belongs to a track the init does not have', () => {
    const others = tracks.map((track) => ({ ...track, id: 7 }));
    expect(() => readSegment(sound.segments[0]!, others, SOUND)).toThrow(/track 1 is not in the init/);
  });

  it('is refused when it lasts longer than the target duration of every playlist allows, or not at all', () => {
    const slow = tracks.map((track) => ({ ...track, timescale: track.timescale / 2 }));
    expect(() => readSegment(sound.segments[0]!, slow, SOUND)).toThrow(/the limit of 4499/);
    const fast = tracks.map((track) => ({ ...track, timescale: 2 ** 31 }));
    expect(() => readSegment(sound.segments[0]!, fast, SOUND)).toThrow(/duration is 0/);
  });

  it('is refused when it is cut anywhere, always with a reason and never with a crash', () => {
    const whole = sound.segments[0]!;
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(() => readSegment(whole.subarray(0, length), tracks, SOUND)).toThrow(DomainError);
      }),
    );
  });

  it('with broken bytes is read or refused, never a crash and never a long loop', () => {
    const whole = sound.segments[0]!;
    const head = whole.indexOf('mdat', 0, 'latin1');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(head), fc.nat(255)), { minLength: 1, maxLength: 6 }), (changes) => {
        const copy = Buffer.from(whole);
        for (const [at, value] of changes) copy[at] = value;
        try {
          expect(readSegment(copy, tracks, SOUND).durationMs).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
