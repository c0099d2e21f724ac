import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchHeard } from './heard-motion.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function hear(motion: ReturnType<typeof watchHeard>, fromMs: number, seconds: number, speed = 1): void {
  motion.look(fromMs, speed);
  for (let i = 1; i <= seconds * 4; i++) {
    vi.advanceTimersByTime(250);
    motion.look(fromMs + i * 250 * speed, speed);
  }
}

it('is the stretches that sounded, at whatever speed, and not what was jumped over', () => {
  const motion = watchHeard();
  hear(motion, 0, 5, 2);
  hear(motion, 600_000, 3);
  expect(motion.take()).toEqual({
    movedMs: 13_000,
    heard: [
      [0, 10_000],
      [600_000, 603_000],
    ],
  });
  expect(motion.take()).toEqual({ movedMs: 0, heard: [] });
});

it('counts on what was too little for a position', () => {
  const motion = watchHeard();
  hear(motion, 0, 6);
  expect(motion.take().movedMs).toBe(6_000);
  hear(motion, 6_000, 6);
  expect(motion.take()).toEqual({ movedMs: 12_000, heard: [[6_000, 12_000]] });
});

it('counts nothing while nothing sounds, and goes on where it stopped', () => {
  const motion = watchHeard();
  hear(motion, 0, 2);
  motion.look(null, 1);
  vi.advanceTimersByTime(60_000);
  hear(motion, 2_000, 2);
  expect(motion.take()).toEqual({ movedMs: 4_000, heard: [[0, 4_000]] });
});
