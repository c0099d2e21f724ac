import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';

// The page of listening figures: access control, accessibility and mobile layout.

/** The demo's token, as in the README. */
const TOKEN = 'airwave-demo-figures-881';
/** A past day, so that nothing is recomputed during the test. */
const DAY = addDaysHk(dayHkOf(new Date()), -2);
const ADVERTISER = '永和茶餐廳有限公司';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await inSiteDatabase(
    `insert into audience_minutes (minute, channel, rendition, behind, heard_ms, sessions)
     select $1::date::timestamp at time zone 'Asia/Hong_Kong' + m * interval '1 minute', channel, 'a128', m % 2, 60000 * (1 + m % 90), 1 + m % 90
     from generate_series(420, 1200) as m cross join unnest(array[881, 903, 864]) as channel on conflict do nothing`,
    [DAY],
  );
  await inSiteDatabase(
    `insert into audience_positions (stream_id, minute, how, day_hk, heard_ms, sessions)
     select stream_id, date_trunc('minute', starts_at) + m * interval '1 minute', how, $1::date, 60000 * (40 - m), 40 - m
     from program_archives cross join generate_series(1, 30) as m cross join unnest(array['live', 'behind', 'replay']) as how
     where stream_id in (881, 903, 864) and merged_into is null and starts_at >= $1::date::timestamp at time zone 'Asia/Hong_Kong'
       and starts_at < ($1::date + 1)::timestamp at time zone 'Asia/Hong_Kong' on conflict do nothing`,
    [DAY],
  );
  await inSiteDatabase(
    `insert into audience_days (day_hk, kind, key, events, sessions, visitors, heard_ms)
     select $1::date, kind, key, 90, 60, 40, 3600000 from (
       select 'channel' as kind, unnest(array['881', '903', '864']) as key
       union all (select 'article', id::text from published_articles order by id desc limit 5)
       union all (select 'replay', id::text from archive_sections order by id limit 5)
       union all (select 'film', id::text from videos order by id limit 5)
       union all select 'search', '一個好長好長好長好長好長好長好長好長好長好長嘅搜尋字'
       union all select 'search-empty', 'zqxjk'
       union all select 'error', 'playlist'
     ) as counted on conflict do nothing`,
    [DAY],
  );
  await inSiteDatabase(
    `insert into ad_days (day_hk, slot, page_group, bidder, advertiser, requests, fills, viewables, revenue_micros)
     values ($1::date, 'home_lrec_1', 'home', 'prebidServer', $2, 900, 700, 400, 98765432) on conflict do nothing`,
    [DAY, ADVERTISER],
  );
});
afterAll(() => browser.close());

const openFigures = (width: number, more = {}) =>
  visit(browser, `/figures?token=${TOKEN}&day=${DAY}`, { width, ...more });

describe('who may see it', () => {
  it('is nobody without the token: 404, no figure, and a field that opens it', async () => {
    const { page, status, close } = await visit(browser, '/figures');
    expect(status).toBe(404);
    expect(await page.getByRole('table').count()).toBe(0);
    await page.locator('input[name=token]').fill('a-wrong-one');
    const told = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await page.getByRole('main').getByRole('button').click();
    expect((await told).status()).toBe(403);
    await page.getByRole('alert').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.locator('input[name=token]').fill(TOKEN);
    await page.getByRole('main').getByRole('button').click();
    await page.getByRole('heading', { level: 1, name: '收聽數字', exact: true }).waitFor();
    await close();
  });

  it('is nobody by a wrong token in the address, and by the right one whoever reads the page without it', async () => {
    const ask = (query: string, cookie = '') =>
      fetch(`${siteUrl()}/figures${query}`, {
        redirect: 'manual',
        headers: { cookie, 'x-forwarded-for': '192.0.2.81' },
      });
    expect((await ask('?token=a-wrong-one')).status).toBe(404);
    const entered = await ask(`?token=${TOKEN}&day=${DAY}`);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, `/figures?day=${DAY}`]);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const seen = await ask('', cookie);
    expect([seen.status, seen.headers.get('cache-control'), seen.headers.get('x-robots-tag')]).toEqual([
      200,
      'no-store',
      'noindex, nofollow',
    ]);
    expect((await ask('', `${cookie}x`)).status).toBe(404);
    for (const path of ['/proof', '/proof?advertiser=x&day=2026-02-30'])
      expect((await ask(path)).status, path).toBe(404);
  });
});

describe.each([390, 1440])('at %i px', (width) => {
  it('has every figure of a day in words and tables, nothing wider than the screen and nothing axe finds', async () => {
    const { page, status, faults, close } = await openFigures(width);
    expect([status, new URL(page.url()).search]).toEqual([200, `?day=${DAY}`]);
    const tables = await page
      .getByRole('table')
      .evaluateAll((all) =>
        all.map((table) => [
          (table as HTMLTableElement).caption?.textContent !== '',
          table.querySelectorAll('thead th').length > 0,
          table.querySelectorAll('tbody tr').length > 0,
        ]),
      );
    expect(tables.length).toBeGreaterThan(8);
    expect(tables.filter((has) => !has.every(Boolean))).toEqual([]);
    // Charts have a label and a table of their values.
    const drawn = page.getByRole('main').locator('svg[role=img]');
    expect(await drawn.count()).toBeGreaterThan(1);
    for (const label of await drawn.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      expect(label).toBeTruthy();
    await page
      .getByRole('main')
      .locator('details')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    expect(await page.getByRole('main').getByText(ADVERTISER).count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

it('can be read, moved through by days, and computed anew without scripts', async () => {
  const { page, close } = await openFigures(1440, { javaScriptEnabled: false });
  expect(await page.getByRole('table').count()).toBeGreaterThan(8);
  await page.locator('input[type=date]').fill(addDaysHk(DAY, -1));
  await page.getByRole('button', { name: '顯示' }).click();
  await page.waitForURL(({ search }) => search === `?day=${addDaysHk(DAY, -1)}`);
  // A day without reports cannot be computed, and its figures stay unchanged.
  await page.locator('#recompute').getByRole('button').click();
  await page.locator('#recompute').getByRole('alert').waitFor();
  await page.goto(`${siteUrl()}/figures`);
  await page.locator('#recompute').getByRole('button').click();
  await page.locator('#recompute').getByRole('status').waitFor();
  expect(await page.locator('#recompute').getByRole('table').count()).toBe(1);
  await close();
});
