import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { startSite, type Site } from '#tests/setup/site.ts';
import { listenForMarks } from './ear.ts';
import { PLAYING, waitFor } from './listener.ts';

// Replays from the demo's archive, as guests and as subscribers.

interface SectionWire {
  item_id: number;
  start_ts: number;
  duration: number;
  broadcast_day: string;
}

const SUBSCRIBER = { id: 3, email: 'chikeung@demo.radio.example' };
/** A subscriber whose only device slot is free. */
const ANOTHER = { id: 4, email: 'kayan@demo.radio.example' };
const FREE_S = 300;

let site: Site;
let browser: Browser;
let section: SectionWire;
let contexts: BrowserContext[] = [];
const faults: string[] = [];

beforeAll(async () => {
  // One device slot, so that a second browser exceeds the limit.
  site = await startSite({ seeded: true, env: { PLAYBACK_DEVICES: '1' } });
  browser = await launchBrowser();
  const reply = await fetch(`${site.url}/api/programarchives/1035?limit=20`);
  const { response } = (await reply.json()) as { response: { items: SectionWire[] } };
  // The parts of today's broadcast change until they are joined, which happens after its end.
  const today = stationDayOf(new Date());
  const found = response.items.find(({ broadcast_day, duration }) => broadcast_day < today && duration > 1_800);
  if (found === undefined) throw new Error('the demo has no replay');
  section = found;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  expect(faults.splice(0)).toEqual([]);
});

async function openAs(member: typeof SUBSCRIBER | null, width: number): Promise<Page> {
  const { url } = site;
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: width < 900 ? 844 : 900 } });
  contexts.push(context);
  const answered = { cookie_consent: '2.0', archive_offer: '1' };
  await context.addCookies(Object.entries(answered).map(([name, value]) => ({ name, value, url })));
  if (member !== null) {
    const data = { email: member.email, password: DEMO_PASSWORD, rememberMe: false };
    // The once-per-tab prompts of members belong to other tests.
    await context.addInitScript((told) => sessionStorage.setItem('airwave.prompted_for', told), String(member.id));
    expect((await context.request.post(`${url}/api/user/login`, { data })).status()).toBe(200);
  }
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  await page.goto(`/playlist/instantplay?program_archive_section_id=${section.item_id}`, { waitUntil: 'load' });
  await page.waitForFunction(() => window.airwavePlayer !== undefined);
  return page;
}

const player = (page: Page) => page.locator('[data-replay-player]');
const positionSlider = (page: Page) => player(page).getByRole('slider', { name: '播放位置' });

async function press(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^播放 / })
    .first()
    .click();
  await waitFor(page, PLAYING);
}

async function expectSoundAt(page: Page, startsAtMs: number, withinMs: number): Promise<void> {
  const heard = await listenForMarks(page);
  expect(Math.abs(heard.madeAtMs - heard.shownAtMs)).toBeLessThan(1_000);
  expect(heard.madeAtMs - startsAtMs).toBeGreaterThan(0);
  expect(heard.madeAtMs - startsAtMs).toBeLessThan(withinMs);
}

it('plays a guest the free beginning from its first words, and says at its end what it takes to go on', async () => {
  const page = await openAs(null, 1440);
  await press(page);
  await expectSoundAt(page, section.start_ts * 1000, 60_000);
  await positionSlider(page).focus();
  await page.keyboard.press('End');
  await page.getByRole('alertdialog', { name: '請先登入' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => window.airwavePlayer?.getHeardAt() ?? 0))
    .toBeLessThanOrEqual((section.start_ts + FREE_S) * 1000 + 500);
});

it('marks the moment by a key, takes that back, and goes to the same instant of another channel by another', async () => {
  const page = await openAs(SUBSCRIBER, 1440);
  await press(page);
  await positionSlider(page).focus();
  await page.keyboard.press('PageUp');
  await waitFor(page, PLAYING);
  await page.keyboard.press('b');
  const note = player(page).getByRole('status').filter({ hasText: '加書籤' });
  await note.waitFor();
  await player(page).getByRole('button', { name: '復原' }).click();
  await player(page).getByText('已經移除書籤。').waitFor();
  const channel = () => player(page).locator('[data-channel]').first().getAttribute('data-channel');
  const before = await channel();
  await page.keyboard.press('c');
  await expect.poll(channel).not.toBe(before);
  await waitFor(page, PLAYING);
  await expectSoundAt(page, (section.start_ts + 60) * 1000, 60_000);
  // Frees its device slot for the next test.
  await page.goto('/robots.txt');
});

it('shows what is left of the sleep timer on one line, and has speed and bookmark on its bar on other pages', async () => {
  const page = await openAs(SUBSCRIBER, 1440);
  await press(page);
  await player(page).getByRole('button', { name: '瞓覺計時' }).click();
  await page.getByRole('menuitemradio', { name: '30 分鐘後停' }).click();
  const lines = () =>
    player(page)
      .locator('[data-sleep] span')
      .evaluate((left) => {
        const all = document.createRange();
        all.selectNodeContents(left);
        return new Set([...all.getClientRects()].map(({ y }) => Math.round(y))).size;
      });
  await expect.poll(lines).toBe(1);
  await page.getByRole('link', { name: '節目精選', exact: true }).first().click();
  await page.getByRole('button', { name: /^速度 1×/ }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await page.getByRole('button', { name: '速度 1.5×' }).waitFor();
  await page.getByRole('button', { name: '加書籤' }).click();
  await page.getByRole('button', { name: '復原' }).click();
  await page.getByText('已經移除書籤。').waitFor();
  await page.goto('/robots.txt');
});

it('says on the page of a section without one where replays are chosen, and leads there', async () => {
  const page = await openAs(null, 390);
  await page.goto('/playlist/instantplay', { waitUntil: 'load' });
  await page.getByText('揀一段重溫，就喺呢度播。').waitFor();
  await page.getByRole('link', { name: '揀節目重溫' }).click();
  await page.waitForURL((url) => url.pathname === '/program/archives');
});

it('lets one browser take over from the other, which says where the sound went, and goes on at the position', async () => {
  const [desktop, phone] = [await openAs(SUBSCRIBER, 1440), await openAs(SUBSCRIBER, 390)];
  await press(desktop);
  await positionSlider(desktop).focus();
  for (let minutes = 0; minutes < 10; minutes++) await desktop.keyboard.press('PageUp');
  await waitFor(desktop, PLAYING);
  await expectSoundAt(desktop, (section.start_ts + 600) * 1000, 60_000);
  // Its position is reported with the next renewal.
  await desktop.waitForResponse((reply) => reply.url().endsWith('/api/playback/lease') && reply.ok());
  await desktop.waitForResponse((reply) => reply.url().endsWith('/api/playback/lease') && reply.ok());

  await phone
    .getByRole('button', { name: /^播放 / })
    .first()
    .click();
  const offer = phone.getByRole('alertdialog');
  await offer.getByRole('button', { name: /喺呢度聽/ }).click();
  await waitFor(phone, PLAYING);
  await player(desktop).getByText('轉咗去').waitFor();
  await expectSoundAt(phone, (section.start_ts + 600) * 1000, 120_000);

  // On a slow machine the devices of earlier tests played long enough to be offered; the first choice is the latest position.
  await phone.addLocatorHandler(phone.getByRole('alertdialog', { name: '由邊度聽落去？' }), (dialog) =>
    dialog.getByRole('button').first().click(),
  );
  await player(phone).getByText('1.5×').click();
  await player(phone).getByText('SD', { exact: true }).click();
  await waitFor(phone, PLAYING);
  expect(
    await phone.evaluate(() => document.querySelector<HTMLMediaElement>('[data-player-media]')?.playbackRate),
  ).toBe(1.5);
});

it('plays on another machine by an address that lasts, and on here from the same position when it has ended there', async () => {
  const page = await openAs(ANOTHER, 390);
  // Simulates a browser with a television nearby.
  await page.addInitScript(() => {
    class Television extends EventTarget {
      state = 'disconnected';
      watchAvailability = async (tell: (isThere: boolean) => void) => (tell(true), 1);
      cancelWatchAvailability = async () => undefined;
      prompt = async () => this.is('connected', 'connect');
      is(state: string, event: string): void {
        this.state = state;
        this.dispatchEvent(new Event(event));
      }
    }
    const television = new Television();
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { value: television });
    Object.assign(window, { switchOff: () => television.is('disconnected', 'disconnect') });
  });
  await page.reload({ waitUntil: 'load' });
  await press(page);
  const address = () =>
    page.evaluate(() => document.querySelector<HTMLMediaElement>('[data-player-media]')?.currentSrc ?? '');
  expect(await address()).toMatch(/^blob:/);
  const renewed = page.waitForRequest((request) => request.url().endsWith('/api/playback/lease'));
  await player(page).getByRole('button', { name: '喺其他裝置播放' }).click();
  expect((await renewed).postDataJSON()).toMatchObject({ is_remote: true });
  await player(page).getByText('喺另一部裝置播緊').waitFor();
  expect(await address()).toMatch(/\/replay\/[\w-]+\/\d+\/a\d+\/\d+-\d+\.m3u8/);
  // A remote device's request, without the session cookie.
  expect((await fetch(await address())).status).toBe(200);
  await page.evaluate(() => (window as unknown as { switchOff: () => void }).switchOff());
  await expect.poll(address).toMatch(/^blob:/);
  await waitFor(page, PLAYING);
});

it('answers what was posted by the address that plays it, and no number by a refusal', async () => {
  const post = (path: string, body: Record<string, string>) =>
    fetch(site.url + path, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { origin: site.url },
      redirect: 'manual',
    });
  const ids = { program_archive_id: '1', program_archive_section_id: String(section.item_id) };
  for (const path of ['/playlist/instantplay', '/playlist/create']) {
    const reply = await post(path, ids);
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')).toContain(`${path}?`);
    expect(reply.headers.get('location')).toContain(`program_archive_section_id=${section.item_id}`);
    expect((await post(path, { program_archive_section_id: 'x' })).status).toBe(400);
  }
});
