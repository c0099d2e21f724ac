import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listen } from './ear.ts';
import {
  behind,
  controls,
  dial,
  expectSoundOf,
  heardAt,
  openLive,
  play,
  PLAYING,
  sounds,
  setUpListener,
  waitFor,
} from './listener.ts';
import { liveEdge } from './radio-site.ts';

const TARGET_MS = 4_000;

const listener = setUpListener();

/** It continues at a position, and has played for no longer than the test needed to look. */
async function expectOn(tab: Page, positionMs: number, goOn: () => Promise<void>): Promise<void> {
  const fromMs = Date.now();
  await goOn();
  const movedMs = (await heardAt(tab)) - positionMs;
  expect(movedMs).toBeGreaterThan(-2_000);
  expect(movedMs).toBeLessThan(Date.now() - fromMs + 2_000);
}

describe('time', () => {
  it('starts the programme over, within two seconds of its start, and shows what is heard', async () => {
    const { page, site } = listener;
    await openLive(page, 903);
    await play(page);
    await controls(page).getByRole('button', { name: '由頭聽過' }).click();
    await page.waitForFunction(
      (startMs) => Math.abs((window.airwavePlayer?.getHeardAt() ?? 0) - startMs) < 10_000,
      site.startedAt.getTime(),
    );
    await waitFor(page, PLAYING);
    const heard = await listen(page, 9);
    // The sound nine seconds ago was the start.
    const firstMs = heard.madeAtMs - heard.recordedMs;
    expect(Math.abs(firstMs - site.startedAt.getTime())).toBeLessThan(2_000);
    expect(Math.abs(heard.madeAtMs - heard.shownAtMs)).toBeLessThan(1_000);
    await behind(page).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('今日特備');
  });

  it('returns to live within three target durations of the edge', async () => {
    const { page, site } = listener;
    await openLive(page, 903);
    await play(page);
    await controls(page).getByRole('button', { name: '由頭聽過' }).click();
    await behind(page).waitFor();
    await controls(page).getByRole('button', { name: '返到直播' }).click();
    await page.locator('[data-player="live"]').waitFor();
    await waitFor(page, PLAYING);
    const edgeMs = await liveEdge(site.url, 903);
    const atMs = await heardAt(page);
    expect(edgeMs - atMs).toBeLessThanOrEqual(3 * TARGET_MS);
    expect(edgeMs - atMs).toBeGreaterThan(0);
    await expectSoundOf(page, 903);
  });

  it('moves by keys: 15 seconds, 5 minutes, to the start and to live, never further', async () => {
    const { page, site } = listener;
    await openLive(page, 903);
    await play(page);
    const before = await heardAt(page);
    await dial(page).focus();
    await page.keyboard.press('ArrowLeft');
    // Read as soon as it has moved, because it plays on while the test looks.
    const landed = await page.waitForFunction((limit) => {
      const at = window.airwavePlayer?.getHeardAt() ?? Infinity;
      return at < limit && at;
    }, before - 10_000);
    await waitFor(page, PLAYING);
    const moved = before - Number(await landed.jsonValue());
    expect(moved).toBeGreaterThan(10_000);
    // Relative to the displayed position, which changes once a second.
    expect(moved).toBeLessThanOrEqual(16_500);
    await page.keyboard.press('Home');
    const startMs = site.startedAt.getTime();
    await page.waitForFunction((start) => Math.abs((window.airwavePlayer?.getHeardAt() ?? 0) - start) < 3_000, startMs);
    // One press for each five minutes that the station has been on air.
    const presses = Math.ceil(((await liveEdge(site.url, 903)) - startMs) / 300_000);
    for (let press = 0; press < presses; press++) await page.keyboard.press('PageUp');
    await page.locator('[data-player="live"]').waitFor();
    await waitFor(page, PLAYING);
    expect(await heardAt(page)).toBeLessThan(await liveEdge(site.url, 903));
  });

  it('keeps the position of a pause, also when the live window has moved on', async () => {
    const { page } = listener;
    await openLive(page, 881);
    await play(page);
    await controls(page).getByRole('button', { name: '暫停' }).click();
    const positionMs = await heardAt(page);
    await delay(32_000);
    await expectOn(page, positionMs, () => play(page));
    await expectSoundOf(page, 881);
    expect(await controls(page).getByRole('button', { name: '返到直播' }).isEnabled()).toBe(true);
  });

  it('stops by the sleep timer and finds the way back', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await play(page);
    await controls(page).getByRole('button', { name: '瞓覺計時' }).click();
    await page.getByRole('menuitemradio', { name: '15 分鐘後停' }).click();
    await controls(page)
      .getByRole('button', { name: /^瞓覺計時，仲有 1[45] 分鐘/ })
      .waitFor();
    await page.evaluate(() => {
      const { now } = Date;
      Object.assign(window, { realNow: now });
      Date.now = () => now() + 15 * 60_000;
    });
    await page.waitForFunction(() => [2, 5].includes(window.airwavePlayer?.getPlayerState() ?? 0));
    await page.evaluate(() => {
      Date.now = (window as unknown as { realNow: () => number }).realNow;
    });
    const positionMs = await heardAt(page);
    expect(await sounds(page)).toBe(false);
    await expectOn(page, positionMs, async () => {
      await controls(page).getByRole('button', { name: '由停低嗰度聽返' }).click();
      await waitFor(page, PLAYING);
    });
  });
});
