import { expect, it } from 'vitest';
import { advance, isOver } from './download-clock.ts';

const DAY = 86_400_000;

it('a device clock that is set back extends nothing', () => {
  let clock = advance(undefined, { deviceMs: 10 * DAY });
  clock = advance(clock, { deviceMs: 3 * DAY });
  expect(isOver({ expiresAtMs: 9 * DAY }, clock)).toBe(true);
  expect(isOver({ expiresAtMs: 11 * DAY }, clock)).toBe(false);
});

it('the server’s time counts where the device is behind, and stays known without network', () => {
  const clock = advance(advance(undefined, { deviceMs: DAY, serverMs: 8 * DAY }), { deviceMs: DAY });
  expect(clock.latestMs).toBe(8 * DAY);
  expect(isOver({ expiresAtMs: 8 * DAY }, clock)).toBe(true);
});

it('runs on with the device', () => {
  expect(advance({ latestMs: DAY }, { deviceMs: 2 * DAY }).latestMs).toBe(2 * DAY);
});
