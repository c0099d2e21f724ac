import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import type { FilmSource } from '#shared/media/film.ts';
import { filmSource } from '#tests/factories/media/film.ts';
import { doneOf, planOf, rungsOf, segmentOf, stillsOf } from './film-recipes.rules.ts';

const sizes = (width: number, height: number) =>
  rungsOf({ width, height }).map((rung) => `${rung.rendition} ${rung.width}x${rung.height}`);

it('has a rung for each size that a picture is large enough for, and always one', () => {
  expect(sizes(3840, 2160)).toEqual(['v21 1920x1080', 'v24 1280x720', 'v25 640x360']);
  expect(sizes(1280, 720)).toEqual(['v24 1280x720', 'v25 640x360']);
  expect(sizes(641, 361)).toEqual(['v25 640x360']);
  expect(sizes(1080, 1920)).toEqual(['v21 1080x1920', 'v24 720x1280', 'v25 360x640']);
  expect(sizes(2048, 858)).toEqual(['v21 1920x804', 'v24 1280x536', 'v25 640x268']);
});

it('has a key frame each four seconds, in whole frames of the film', () => {
  expect(segmentOf({ rate: [25, 1] })).toEqual({ frames: 100, ms: 4_000 });
  expect(segmentOf({ rate: [24_000, 1001] })).toEqual({ frames: 96, ms: 4_004 });
  expect(segmentOf({ rate: [30_000, 1001] })).toEqual({ frames: 120, ms: 4_004 });
});

it('codes every frame of the film once, in parts that are whole segments', () => {
  assert(
    property(
      integer({ min: 10_000, max: 4 * 3_600_000 }),
      constantFrom<FilmSource['rate']>([24_000, 1001], [24, 1], [25, 1], [30_000, 1001], [30, 1]),
      (durationMs, rate) => {
        const film = filmSource({ durationMs, rate });
        const parts = planOf(film, null).filter(({ kind }) => kind === 'picture');
        const frames = parts.map((part) => part.frames ?? 0);
        const all = Math.round((durationMs * rate[0]) / rate[1] / 1000);
        expect(frames.reduce((sum, count) => sum + count, 0)).toBe(all);
        expect(frames.slice(0, -1).every((count) => count % segmentOf(film).frames === 0)).toBe(true);
        expect(Math.max(...frames)).toBeLessThan(2 * 15 * segmentOf(film).frames + segmentOf(film).frames);
      },
    ),
    { seed: 881, numRuns: 200 },
  );
});

it('takes nothing that no step before has made', () => {
  const made = new Set<string>();
  for (const { name, needs, args } of planOf(filmSource(), null)) {
    const taken = args.flatMap((arg) => [...arg.matchAll(/<([^<>]+)>/g)].map(([, of = '']) => of));
    for (const of of [...needs, ...taken.filter((one) => one !== 'source' && one !== 'out')])
      expect([name, of, made.has(of)]).toEqual([name, of, true]);
    made.add(name);
  }
});

it('has few small pictures of a long film, each of a key frame', () => {
  expect(stillsOf(filmSource())).toMatchObject({ width: 160, height: 90, count: 38, stepMs: 4_000 });
  const long = stillsOf(filmSource({ durationMs: 4 * 3_600_000 }));
  expect([long.count, long.stepMs % 4_000]).toEqual([240, 0]);
});

it('treats light, half pictures and turned cameras only where they are', () => {
  const graphOf = (over: Partial<FilmSource>) => {
    const { args } = planOf(filmSource(over), null).find(({ kind }) => kind === 'picture')!;
    return args[args.indexOf('-filter_complex') + 1]!;
  };
  expect(graphOf({})).not.toMatch(/tonemap|bwdif/);
  expect(graphOf({ isHdr: true })).toMatch(/tonemap/);
  expect(graphOf({ isInterlaced: true })).toMatch(/bwdif/);
  // ffmpeg applies the camera's rotation itself: dimensions are of the rotated picture.
  expect(graphOf({ width: 1080, height: 1920, rotation: 90 })).toMatch(/scale=1080:1920/);
});

it('counts what is done up to the whole', () => {
  const plan = planOf(filmSource(), null);
  expect(doneOf(plan, new Set(), null, 0)).toBe(0);
  const half = doneOf(plan, new Set(['loudness', 'sound']), 'picture 1', 0.5);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(0.5);
  expect(doneOf(plan, new Set(plan.map(({ name }) => name)), null, 0)).toBe(1);
});
