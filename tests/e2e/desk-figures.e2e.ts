import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The room of figures: drawings with their tables, two days and two programmes compared, on a phone and a desktop.

/** Past days, so that nothing is recomputed during the test. */
const DAY = addDaysHk(dayHkOf(new Date()), -2);
const OTHER = addDaysHk(DAY, -1);
const ADVERTISER = '永和茶餐廳有限公司';
const SLOT = 'desk-figures-slot';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  for (const day of [DAY, OTHER]) {
    await inSiteDatabase(
      `insert into audience_minutes (minute, channel, rendition, behind, heard_ms, sessions)
       select $1::date::timestamp at time zone 'Asia/Hong_Kong' + m * interval '1 minute', channel, 'a128', m % 2, 60000 * (1 + m % 90), 1 + m % 90
       from generate_series(420, 1200) as m cross join unnest(array[881, 903, 864]) as channel on conflict do nothing`,
      [day],
    );
    await inSiteDatabase(
      `insert into audience_positions (stream_id, minute, how, day_hk, heard_ms, sessions)
       select stream_id, date_trunc('minute', starts_at) + m * interval '1 minute', how, $1::date, 60000 * (40 - m), 40 - m
       from program_archives cross join generate_series(1, 30) as m cross join unnest(array['live', 'behind', 'replay']) as how
       where stream_id in (881, 903, 864) and merged_into is null and starts_at >= $1::date::timestamp at time zone 'Asia/Hong_Kong'
         and starts_at < ($1::date + 1)::timestamp at time zone 'Asia/Hong_Kong' on conflict do nothing`,
      [day],
    );
    await inSiteDatabase(
      `insert into audience_days (day_hk, kind, key, events, sessions, visitors, heard_ms)
       select $1::date, kind, key, 90, 60, 40, 3600000 from (
         select 'channel' as kind, unnest(array['881', '903', '864']) as key
         union all (select 'article', id::text from published_articles order by id desc limit 5)
         union all select 'search', '一個好長好長好長好長好長好長好長好長好長好長嘅搜尋字'
         union all select 'search-empty', 'zqxjk'
         union all select 'error', 'playlist'
       ) as counted on conflict do nothing`,
      [day],
    );
  }
  await inSiteDatabase(
    `insert into ad_days (day_hk, slot, page_group, bidder, advertiser, requests, fills, viewables, revenue_micros)
     values ($1::date, '${SLOT}', 'home', 'prebidServer', $2, 900, 700, 400, 98765432) on conflict do nothing`,
    [DAY, ADVERTISER],
  );
});
afterAll(async () => {
  for (const table of ['audience_days', 'audience_positions', 'ad_days'])
    await inSiteDatabase(`delete from ${table} where day_hk = any($1::date[])`, [[DAY, OTHER]]);
  await inSiteDatabase(
    `delete from audience_minutes where minute >= $1::date::timestamp at time zone 'Asia/Hong_Kong'
       and minute < ($2::date + 1)::timestamp at time zone 'Asia/Hong_Kong'`,
    [OTHER, DAY],
  );
  await browser.close();
});

async function expectWhole(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await axeFaults(page)).toEqual([]);
}

it('draws a day over another with a table of the same numbers, which keys read and hide', async () => {
  const { page, faults, close } = await visitDesk(browser, '何曉澄', `/figures?day=${DAY}&with=${OTHER}`);
  const drawing = page.getByRole('figure').first();
  await drawing.locator('canvas').waitFor();
  await page.locator('details summary').press('Enter');
  const hours = page.getByRole('region', { name: '每小時平均人數' });
  expect(await hours.getByRole('columnheader').count()).toBe(7);
  const slider = drawing.getByRole('slider');
  await slider.fill('720');
  const box = drawing.getByRole('checkbox', { name: `雷霆881（${DAY}）` });
  // 60,000 × (1 + 720 % 90) ms heard in the minute.
  expect(await slider.getAttribute('aria-valuetext')).toContain(`12:00，雷霆881（${DAY}） 1.0`);
  await slider.press('ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toContain(`12:01，雷霆881（${DAY}） 2.0`);
  await box.press('Space');
  expect(await box.isChecked()).toBe(false);
  const choices = page.getByLabel(/^節目[一二]/);
  for (const i of [0, 1]) await choices.nth(i).selectOption({ index: i + 1 });
  await page.getByRole('region', { name: '比較兩個節目' }).waitFor();
  // It is drawn after its place is there.
  await expect.poll(() => page.locator('canvas').count()).toBe(2);
  await expectWhole(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await close();
});

it('shows content, advertising and checks on a phone, money only to whom it is open, and nothing on the public site', async () => {
  const { page, faults, close } = await visitDesk(browser, '何曉澄', `/figures/content?day=${DAY}`, { width: 390 });
  await page.getByRole('row', { name: 'zqxjk' }).waitFor();
  await expectWhole(page);
  await page.getByRole('link', { name: '廣告', exact: true }).click();
  const proof = page.getByRole('link', { name: `下載${ADVERTISER}嘅播出證明（${DAY}）` });
  const text = await (await page.request.get(new URL((await proof.getAttribute('href'))!, page.url()).href)).text();
  await expectWhole(page);
  await page.getByRole('link', { name: '檢查', exact: true }).click();
  await page.getByLabel('證明內容').fill(text);
  await page.getByRole('button', { name: '核對' }).press('Enter');
  await page.getByText(`證明屬實：${ADVERTISER}，${DAY}。`).waitFor();
  await expectWhole(page);
  expect(await page.getByRole('link', { name: '收費', exact: true }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
  const finance = await visitDesk(browser, '鄭以誠', '/figures/money', { width: 390 });
  await finance.page.getByRole('heading', { name: '每日收款' }).waitFor();
  await expectWhole(finance.page);
  await finance.close();
  for (const path of ['/figures', '/figures/proof'])
    expect((await fetch(siteUrl() + path)).status, path).toBe((await fetch(`${siteUrl()}/no-such-page`)).status);
});
