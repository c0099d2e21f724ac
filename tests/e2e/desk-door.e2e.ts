import { hash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { deskUrl, visitDesk } from './desk-site.ts';

// The list of the door on telephones that have no network.

const PRODUCER = '區柏言';
const TITLE = '測試門口夜';
/** Set here, so that no other test uses it. */
const eventId = 900_001;
/** Codes have 22 characters. */
const [ONE, TWO, NOBODY] = ['e2e-door-code-for-one1', 'e2e-door-code-for-two2', 'e2e-door-code-nobody-3'];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const remove = async () => {
  await inSiteDatabase(`delete from invitations where event_id = ${eventId}`);
  await inSiteDatabase(`delete from invitation_events where id = ${eventId}`);
};
afterEach(remove);
beforeEach(async () => {
  await remove();
  await inSiteDatabase(
    `insert into invitation_events (id, title, lead, place, doors_at, starts_at, ends_at, reply_by, seats)
     overriding system value values (${eventId}, $1, '', '一號錄音室', now() - interval '1 hour', now(), now() + interval '3 hours', now() - interval '1 day', 9)`,
    [TITLE],
  );
  for (const [code, name, seats] of [
    [ONE, '阿晴', 1],
    [TWO, '阿朗', 2],
  ] as const)
    await inSiteDatabase(
      `with made as (
         insert into invitations (event_id, given_name, email, email_key, max_seats, state, seats)
         values (${eventId}, $1, $2, $2, $3::int, 'yes', $3::int) returning id)
       insert into invitation_codes (code_hash, invitation_id) select $4, id from made`,
      [name, `e2e-door-${seats}@guest.example`, seats, hash('sha256', code!, 'buffer')],
    );
});

async function openDoor(name: string) {
  const path = `/invitations/${eventId}/door`;
  const door = await visitDesk(browser, PRODUCER, path, { width: 390, serviceWorkers: 'allow' });
  await door.page.getByText('已連線').waitFor();
  await door.page.getByLabel('呢部電話叫咩').fill(name);
  // The document, its assets and the name are on the phone.
  await expect
    .poll(() => door.page.evaluate(async () => (await caches.match('/door-document')) !== undefined))
    .toBe(true);
  return { ...door, setOffline: (isOffline: boolean) => door.page.context().setOffline(isOffline) };
}
async function typeCode(page: Page, typed: string): Promise<void> {
  await page.getByLabel('打票上面嘅碼').fill(typed);
  await page.getByRole('button', { name: '查', exact: true }).press('Enter');
}
const verdict = (page: Page, words: string) => page.getByRole('dialog', { name: words });
const doubles = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: '重複用咗嘅票' }) });

/** Keys of what a phone keeps, after one of its values was changed or added. */
const keptKeys = (page: Page, change?: { key: string; value: object }): Promise<string[]> =>
  page.evaluate(
    (given) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('door');
        opening.addEventListener('success', () => {
          const kept = opening.result.transaction('kept', 'readwrite').objectStore('kept');
          if (given) kept.put(given.value, given.key);
          const reading = kept.getAllKeys();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result.map(String));
          });
        });
      }),
    change,
  );

it('lets in at two doors without a network, survives a reload, and tells both of a ticket used twice', async () => {
  const [east, west] = [await openDoor('東門'), await openDoor('西門')];
  await east.setOffline(true);
  await west.setOffline(true);

  await typeCode(east.page, `${siteUrl()}/campaign/reply/${ONE}`);
  await verdict(east.page, '入得').getByText('阿晴').waitFor();
  await verdict(east.page, '入得').waitFor({ state: 'hidden' });
  await east.page.getByText('冇網絡').getByText('1 個掃描等緊送出').waitFor();
  await east.page.reload();
  await east.page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await east.page.getByText('1 個掃描等緊送出').waitFor();
  await expect.poll(() => east.page.getByLabel('呢部電話叫咩').inputValue()).toBe('東門');
  await typeCode(east.page, ONE!);
  await verdict(east.page, '已經用咗').getByText('東門').waitFor();
  expect(await axeFaults(east.page)).toEqual([]);
  await east.page.getByRole('button', { name: '繼續掃' }).press('Enter');

  await typeCode(west.page, NOBODY!);
  await verdict(west.page, '唔喺名單').waitFor();
  await west.page.keyboard.press('Escape');
  await typeCode(west.page, ONE!);
  await verdict(west.page, '入得').waitFor();
  await verdict(west.page, '入得').waitFor({ state: 'hidden' });
  await typeCode(west.page, TWO!);
  await verdict(west.page, '入幾多位').getByRole('button', { name: '2 位' }).press('Enter');
  await verdict(west.page, '入得').getByText('2 位入場').waitFor();
  // A press beside an open dialog goes to the dialog.
  await verdict(west.page, '入得').waitFor({ state: 'hidden' });
  await west.page.getByText('2 個掃描等緊送出').waitFor();
  expect(await axeFaults(west.page)).toEqual([]);

  for (const { setOffline } of [east, west]) await setOffline(false);
  for (const { page } of [east, west]) {
    await doubles(page).getByText('阿晴').waitFor();
    for (const door of ['東門', '西門']) await doubles(page).getByText(door).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  expect(await axeFaults(east.page)).toEqual([]);

  // A scan waits where the session has ended.
  await east.page.context().clearCookies();
  await east.page.getByRole('button', { name: '阿朗 收返 2' }).press('Enter');
  await east.page.getByText('登入過咗期').getByText('1 個掃描等緊送出').waitFor();
  await east.page.getByRole('link', { name: '登入' }).waitFor();
  // Two days after an event its list and scans leave the phone, whoever opens the desk.
  const isOfEvent = (key: string) => /^(list|scan):/.test(key);
  expect((await keptKeys(east.page)).filter(isOfEvent)).toHaveLength(2);
  const list = { event_id: eventId, items: [], ends_ts: Date.now() / 1000 - 2 * 86_400 - 60 };
  await keptKeys(east.page, { key: `list:${eventId}`, value: { list, readAtMs: 0 } });
  await east.page.goto(deskUrl());
  await expect.poll(async () => (await keptKeys(east.page)).filter(isOfEvent)).toEqual([]);

  await west.page.getByRole('link', { name: '返活動' }).press('Enter');
  await west.page.waitForURL(`**/invitations/${eventId}`);
  for (const door of ['東門', '西門']) await doubles(west.page).getByText(door).waitFor();
  // Log-out asks first while a scan waits.
  await keptKeys(west.page, { key: `scan:${eventId}:waiting`, value: {} });
  await west.page.getByRole('button', { name: '目錄' }).press('Enter');
  const asked: string[] = [];
  west.page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await west.page.getByRole('button', { name: '登出' }).press('Enter');
  await expect.poll(() => asked).toEqual([expect.stringContaining('1 個到場掃描')]);
  expect((await keptKeys(west.page)).some((key) => key.startsWith('scan:'))).toBe(true);
  west.page.once('dialog', (dialog) => void dialog.accept());
  await west.page.getByRole('button', { name: '登出' }).press('Enter');
  await west.page.waitForURL('**/log-in');
  const left = await west.page.evaluate(async () => [
    ...(await caches.keys()),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ]);
  expect([...left, ...(await keptKeys(west.page))]).toEqual([]);
  expect([...east.faults, ...west.faults]).toEqual([]);
  await east.close();
  await west.close();
});

it('allows the camera on the page of the door alone, and shows its ticket to who comes', async () => {
  const policyOf = async (path: string) => (await fetch(deskUrl() + path)).headers.get('permissions-policy');
  expect(await policyOf(`/invitations/${eventId}/door`)).toContain('camera=(self)');
  for (const path of ['/', '/invitations', `/invitations/${eventId}`])
    expect(await policyOf(path)).toContain('camera=()');
  // By a link too, which elsewhere keeps the document.
  const { page, close } = await visitDesk(browser, PRODUCER, `/invitations/${eventId}`, { width: 390 });
  const mayFilm = () =>
    page.evaluate(() =>
      (document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }).featurePolicy.allowsFeature(
        'camera',
      ),
    );
  expect(await mayFilm()).toBe(false);
  await page.getByRole('link', { name: '到場名單' }).press('Enter');
  await page.getByText('已連線').waitFor();
  expect(await mayFilm()).toBe(true);
  await close();
  const ticket = await (await fetch(`${siteUrl()}/campaign/reply/${ONE}`)).text();
  expect(ticket).toContain('aria-label="入場用嘅 QR code"');
});
