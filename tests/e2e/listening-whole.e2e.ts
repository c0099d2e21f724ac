import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type ExpectStatic } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { PlayEvent } from '#shared/tracking.ts';
import { launchBrowser, ready } from '#tests/setup/browser.ts';
import { clocks, hide, media, setMedia, spansOf, trackedVisitor, within, type Call } from './tracked-visitor.ts';

// Reports about replays and films: exactly what was heard or watched.

const SUBSCRIBER = { id: 3, email: 'chikeung@demo.radio.example' };
/** A member who has begun a film of the demo. */
const RENTER = { id: 1, email: 'siuming@demo.radio.example' };
const FILM = 821;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function visitorAs({ id, email }: typeof RENTER) {
  const visitor = await trackedVisitor(browser, '2.1');
  await visitor.context.addInitScript((told) => sessionStorage.setItem('airwave.prompted_for', told), String(id));
  const data = { email, password: DEMO_PASSWORD, rememberMe: false };
  expect((await visitor.context.request.post('/api/user/login', { data })).status()).toBe(200);
  return visitor;
}

const sounds = async (page: Page) => {
  await page.waitForFunction((of) => (document.querySelector<HTMLMediaElement>(of)?.currentTime ?? 0) > 0, media);
  await page.waitForFunction(() => window.airwavePlayer?.getPlayerState() === 1);
};
const lengthOf = (spans: ReturnType<typeof spansOf>) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** Plays, mutes, plays, pauses, plays: exactly the audible spans are reported. */
async function expectHeardAlone(expect: ExpectStatic, page: Page, taken: readonly Call[]): Promise<void> {
  const marks = [await clocks(page)];
  for (const [silence, sound] of [
    ['mute', 'unmute'],
    ['pause', 'play'],
  ] as const) {
    await page.waitForTimeout(4_000);
    marks.push(await setMedia(page, silence));
    await page.waitForTimeout(3_000);
    marks.push(await setMedia(page, sound));
    await sounds(page);
  }
  await hide(page);
  const [began, muted, unmuted, paused, resumed] = marks;
  await expect.poll(() => spansOf(taken).some(([, to]) => to * 1000 > paused!.wallMs - 1_000)).toBe(true);
  const spans = spansOf(taken);
  for (const [from, to] of [
    [began!, muted!],
    [unmuted!, paused!],
  ]) {
    const trueS = to!.heardS - from!.heardS;
    expect(Math.abs(within(spans, from!.wallMs, to!.wallMs) - trueS)).toBeLessThan(trueS * 0.1 + 0.3);
  }
  expect(within(spans, muted!.wallMs + 1_000, unmuted!.wallMs)).toBe(0);
  expect(within(spans, paused!.wallMs + 1_000, resumed!.wallMs)).toBe(0);
}

// Each mostly waits, with a browser context of its own.
describe.concurrent('a page', () => {
  it('reports what was heard of a replay by its part, and positions that are instants of the stream', async ({
    expect,
  }) => {
    const { context, page, taken, close } = await visitorAs(SUBSCRIBER);
    const reply = await context.request.get('/api/programarchives/1035?limit=20');
    const { items } = (
      (await reply.json()) as {
        response: {
          items: {
            item_id: number;
            program_id: number;
            program_archive_id: number;
            start_ts: number;
            end_ts: number;
            broadcast_day: string;
          }[];
        };
      }
    ).response;
    // A broadcast on air grows, and its parts change.
    const part = items.find(({ broadcast_day }) => broadcast_day <= addDaysHk(stationDayOf(new Date()), -1))!;
    await page.goto(`/program/archives/${part.program_archive_id}`);
    await ready(page);
    await page
      .getByRole('link', { name: /^播放第 \d+ 節/ })
      .first()
      .click();
    await sounds(page);
    await expectHeardAlone(expect, page, taken);
    const reports = taken.filter(({ path }) => path === '/tracking').flatMap((call) => call.reports);
    expect(reports[0]).toMatchObject({
      tracking_type: PlayEvent.ARCHIVE_PLAY_HD,
      seq: 1,
      content_id: part.item_id,
      program_id: part.program_id,
      media_type: 2,
      section_date: part.broadcast_day,
    });
    // At the very first sound the player may not know its position yet.
    const positioned = spansOf(taken).filter(([, , at]) => at > 0);
    expect(lengthOf(spansOf(taken)) - lengthOf(positioned)).toBeLessThan(0.5);
    for (const [, , at] of positioned) {
      expect(at).toBeGreaterThanOrEqual(part.start_ts - 1);
      expect(at).toBeLessThan(part.end_ts);
    }
    await close();
  });

  it('reports what was watched of a film, and positions that are counted from its beginning', async ({ expect }) => {
    const { page, taken, close } = await visitorAs(RENTER);
    await page.goto(`/crgovideo/${FILM}`);
    await ready(page);
    const screen = page.locator('[data-screen]');
    await screen.getByText('播放影片', { exact: true }).waitFor();
    await screen.getByRole('button', { name: '播放', exact: true }).click();
    await sounds(page);
    const lastsS = await page.evaluate((of) => document.querySelector<HTMLMediaElement>(of)!.duration, media);
    await expectHeardAlone(expect, page, taken);
    const reports = taken.filter(({ path }) => path === '/tracking').flatMap((call) => call.reports);
    expect(reports[0]).toMatchObject({
      tracking_type: PlayEvent.PREMIUM_CONTENT_PLAY,
      seq: 1,
      content_id: FILM,
      media_type: 2,
    });
    expect(new Set(reports.map(({ content_id }) => content_id))).toEqual(new Set([FILM]));
    for (const [, , at] of spansOf(taken)) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThan(lastsS);
    }
    await close();
  });
});
