import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, faultsAtBothWidths, launchBrowser } from '#tests/setup/browser.ts';
import {
  digitsSaid,
  giveCode,
  listenTo,
  phonesOf,
  secondsShown,
  shown,
  startPhonePages,
  type PhonePages,
  type PhoneVisit,
} from './phone-pages.ts';

// Verification by calling us, texting us, or hearing a code: every method and every failure.

const STATION_NO = '+85230000881';

let browser: Browser;
let pages: PhonePages;
let phones: ReturnType<typeof phonesOf>;
beforeAll(async () => {
  [browser, pages] = await Promise.all([launchBrowser(), startPhonePages()]);
  phones = pages.phones();
});
afterAll(async () => {
  await browser.close();
  await pages.stop();
});

let serial = 0;
/** A unique number; its last digits select the carrier's behaviour. */
const newNumber = (ending = '') => `6${String(++serial).padStart(7 - ending.length, '3')}${ending}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const refuses = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor();
/** Reported at the field, which is emptied. */
const refusesCode = (page: Page) =>
  page.waitForFunction(() => {
    const field = document.querySelector<HTMLInputElement>('[name=verify_code][aria-invalid=true]');
    return field?.value === '' && field.form?.innerText.includes('驗證碼唔啱');
  });
const isProved = (page: Page) => page.locator('summary').filter({ hasText: '已驗證' }).waitFor();
/** The current step, not the available methods. */
const step = (page: Page, title: string) => page.locator('#phone-step').filter({ hasText: title }).waitFor();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
/** Polled, because focus is set after rendering. */
const focus = (page: Page) => expect.poll(() => focusedText(page));
/** Whether a text is opened on the device of the page, and whether a phone is to scan it. */
const waysToText = async (page: Page) => ({
  opens: await page.getByRole('link', { name: '開短訊程式' }).isVisible(),
  isScanned: await page.getByRole('img', { name: '二維碼' }).isVisible(),
});
async function begin(visit: PhoneVisit, way?: string): Promise<void> {
  await press(visit.page, '開始驗證');
  await visit.page.getByRole('heading', { name: '揀一個方法' }).waitFor();
  if (way) await press(visit.page, way);
}
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');

it('proves a number by a text to us, over a reload and a walk elsewhere, and says so by itself', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390, hasTouch: true });
  const { page, close } = visit;
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await begin(visit);
  await focus(page).toBe('揀一個方法');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await press(page, '傳短訊驗證');
  await page.getByRole('timer').waitFor();
  await focus(page).toBe('傳短訊畀我哋');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  const asked = await shown(page);
  expect(asked.body).toMatch(/^\d{6}$/);
  expect(await page.locator('a[href^="sms:"]').getAttribute('href')).toBe(`sms:${asked.to}?&body=${asked.body}`);
  expect(await waysToText(page)).toEqual({ opens: true, isScanned: false });

  await page.reload();
  expect(await shown(page)).toEqual(asked);
  await page.goto(`${pages.url()}/member/userinfo`);
  await pages.age(visit.memberId, 100);
  await page.goBack();
  await page.getByRole('timer').waitFor();
  expect(await shown(page)).toEqual(asked);
  expect(await secondsShown(page)).toBeLessThanOrEqual(200);

  // A wrong code, or another number of ours, has no effect.
  await phones.text(phoneNo, { to: asked.to, body: wrongOf(asked.body) });
  await phones.text(phoneNo, { to: STATION_NO === asked.to ? '+85230000903' : STATION_NO, body: asked.body });
  await press(page, '我做咗，檢查結果');
  await says(page, '仲未收到');
  await phones.text(phoneNo, { ...asked, twice: true });
  await says(page, '驗證成功');
  await isProved(page);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.reload();
  await page.getByText('你嘅號碼已經驗證').waitFor();
  expect(await pages.requestsOf(visit.memberId)).toMatchObject([{ state: 'verified', windows: 1 }]);
  expect(visit.faults).toEqual([]);
  await close();
});

it('proves a number by a call to us', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390 });
  const { page, close } = visit;
  await begin(visit, '打電話驗證');
  await page.getByRole('timer').waitFor();
  await focus(page).toBe('打電話畀我哋');
  expect(await secondsShown(page)).toBeGreaterThan(170);
  const asked = await shown(page);
  expect(await page.locator('a[href^="tel:"]').first().getAttribute('href')).toBe(`tel:${asked.to}`);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await phones.call(phoneNo, { ...asked, twice: true });
  // The page polls by itself too, and may be first.
  await Promise.any([press(page, '我做咗，檢查結果'), says(page, '驗證成功')]);
  await says(page, '驗證成功');
  await isProved(page);
  await focus(page).toContain('驗證成功');
  expect(visit.faults).toEqual([]);
  await close();
});

it('proves a number by a code that is said after a key; a wrong one costs a try', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390 });
  const { page, close } = visit;
  await begin(visit, '用電話聽驗證碼');
  await page.getByRole('timer').waitFor();
  await focus(page).toBe('我哋打畀你');
  expect(await page.locator('[name=verify_code]').count()).toBe(0);
  await press(page, '打電話畀我');
  await page.locator('[name=verify_code]').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'verify_code');
  await says(page, '電話響緊');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  expect(await page.getByRole('button', { name: '再打一次' }).getAttribute('aria-disabled')).toBe('true');
  const code = digitsSaid(await phones.answer(phoneNo, 'key'));
  expect(code).toMatch(/^\d{6}$/);
  await says(page, '電話講完咗');

  await giveCode(page, '12');
  await page.getByText('請輸入電話讀出嘅 6 個數字').waitFor();
  await page.getByText('仲可以試 5 次').waitFor();
  await giveCode(page, wrongOf(code));
  await refusesCode(page);
  await page.getByText('仲可以試 4 次').waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.reload();
  await giveCode(page, code);
  await says(page, '驗證成功');
  await isProved(page);
  expect(visit.faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
  await close();
});

it('says nothing to voice mail, calls again after 90 seconds, and counts only the last code', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo);
  const { page, close } = visit;
  await begin(visit, '用電話聽驗證碼');
  await press(page, '打電話畀我');
  expect(digitsSaid(await phones.answer(phoneNo, 'listen'))).toBe('');
  await says(page, '電話講完咗');
  // It is focusable and explains itself, but has no effect yet.
  await page.getByRole('button', { name: '再打一次' }).press('Enter');
  await page.getByText(/秒後可以再打/).waitFor();
  expect(await pages.requestsOf(visit.memberId)).toMatchObject([{ triggers: 1 }]);
  await pages.age(visit.memberId, 91);
  await page.reload();
  await page.getByText('仲可以打 2 次').waitFor();
  await press(page, '再打一次');
  const code = digitsSaid(await phones.answer(phoneNo, 'key'));
  await giveCode(page, code);
  await says(page, '驗證成功');
  await close();
});

it('says what a member can do where the line is busy, the number is refused, or nobody tells for long', async () => {
  const call = async (ending: string) => {
    const visit = await pages.visit(browser, newNumber(ending), { width: 390 });
    await begin(visit, '用電話聽驗證碼');
    await press(visit.page, '打電話畀我');
    return visit;
  };
  const busy = await call('0002');
  await says(busy.page, '打唔通');
  expect(await axeFaults(busy.page)).toEqual([]);
  await busy.close();

  const refused = await call('0004');
  await refuses(refused.page, '請用另一個號碼');
  expect(await axeFaults(refused.page)).toEqual([]);
  // Another method and another number are available.
  expect(await refused.page.getByRole('button', { name: '打電話驗證' }).isVisible()).toBe(true);
  expect(await refused.page.getByText('更改號碼').isVisible()).toBe(true);
  await refused.close();

  const slow = await call('0003');
  await says(slow.page, '準備緊打畀你');
  await slow.close();

  const late = await call('0005');
  await late.page.getByRole('button', { name: '處理緊' }).waitFor();
  await says(late.page, '電話響緊');
  expect(await pages.requestsOf(late.memberId)).toMatchObject([{ triggers: 1 }]);
  await late.close();
});

it('ends a window that nobody called in, says so, and begins again', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390, hasClock: true });
  const { page, close } = visit;
  await begin(visit, '打電話驗證');
  await page.getByRole('timer').waitFor();
  await page.clock.fastForward(181_000);
  await says(page, '時間到，做緊最後檢查');
  // Every three seconds for 45 seconds; then the page ends it.
  for (let round = 0; round < 60; round++) {
    await page.clock.runFor(3_000);
    const [request] = await pages.requestsOf(visit.memberId);
    if (request?.state === 'timed-out') break;
  }
  await says(page, '時間過咗');
  expect(await axeFaults(page)).toEqual([]);
  expect(await pages.requestsOf(visit.memberId)).toMatchObject([{ state: 'timed-out' }]);
  // Too late: an ended request ignores it.
  const [old] = await pages.requestsOf(visit.memberId);
  await phones.call(phoneNo, { to: old?.stationNo ?? '' });
  await page.reload();
  await says(page, '時間過咗');
  await begin(visit, '打電話驗證');
  await page.getByRole('timer').waitFor();
  await phones.call(phoneNo, await shown(page));
  await press(page, '我做咗，檢查結果');
  await says(page, '驗證成功');
  await close();
});

it('ends the session of a code that is said, and opens it again', async () => {
  const visit = await pages.visit(browser, newNumber(), { hasClock: true });
  const { page, close } = visit;
  await begin(visit, '用電話聽驗證碼');
  await page.getByRole('timer').waitFor();
  await pages.age(visit.memberId, 301);
  await page.clock.fastForward(301_000);
  await says(page, '時間到，今次驗證唔到');
  expect(await page.getByRole('button', { name: '打電話畀我', exact: true }).count()).toBe(0);
  await press(page, '用電話聽驗證碼');
  await page.getByRole('button', { name: '打電話畀我', exact: true }).waitFor();
  expect(await secondsShown(page)).toBeGreaterThan(290);
  await close();
});

it('ends a request after five wrong codes, and says when to try again', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390 });
  const { page, close } = visit;
  await begin(visit, '用電話聽驗證碼');
  await press(page, '打電話畀我');
  const code = digitsSaid(await phones.answer(phoneNo, 'key'));
  for (const left of [4, 3, 2, 1]) {
    await giveCode(page, wrongOf(code));
    await page.getByText(`仲可以試 ${left} 次`).waitFor();
  }
  await giveCode(page, wrongOf(code));
  await says(page, '驗證碼錯得太多次');
  expect(await page.locator('[name=verify_code]').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

it('goes one way in two tabs, and sends nothing twice for two presses', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo);
  const { page, close } = visit;
  await page.getByRole('button', { name: '開始驗證' }).dblclick();
  await page.getByRole('heading', { name: '揀一個方法' }).waitFor();
  const other = await pages.openPage(visit);
  await page.getByRole('button', { name: '打電話驗證' }).dblclick();
  await page.getByRole('timer').waitFor();
  const first = await shown(page);
  await press(other, '傳短訊驗證');
  await other.getByRole('timer').waitFor();
  // A desktop cannot send texts.
  expect(await waysToText(other)).toEqual({ opens: false, isScanned: true });
  expect((await shown(other)).to).toBe(first.to);
  // The first tab is updated.
  await step(page, '傳短訊畀我哋');
  await press(other, '用電話聽驗證碼');
  await other.getByRole('button', { name: '打電話畀我', exact: true }).dblclick();
  await other.locator('[name=verify_code]').waitFor();
  expect(await pages.requestsOf(visit.memberId)).toMatchObject([{ windows: 3, triggers: 1 }]);
  expect((await phones.look(phoneNo)).match(/Call from the station/g)).toHaveLength(1);
  await press(other, '傳短訊驗證');
  await other.getByRole('timer').waitFor();
  await step(page, '傳短訊畀我哋');
  await phones.text(phoneNo, await shown(page));
  await says(other, '驗證成功');
  await isProved(page);
  await close();
});

it('is walked with the keyboard alone, on the page and on the phone of the demo', async () => {
  const visit = await pages.visit(browser, newNumber());
  const { page, close } = visit;
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focusedText(page)) === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} cannot be reached`);
  };
  const enter = async (name: string) => {
    await tabTo(name);
    await page.keyboard.press('Enter');
  };
  await enter('開始驗證');
  await page.getByRole('heading', { name: '揀一個方法' }).waitFor();
  await enter('傳短訊驗證');
  await page.getByRole('timer').waitFor();
  await enter('扮呢部電話，打電話同收發短訊');
  await page.waitForURL(/sandbox\/phones/);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await enter('Send the text');
  await page.getByText('the site responded with status 200').first().waitFor();
  await page.goto(`${pages.url()}/member/userinfo/p2aPhoneVerify`);
  await isProved(page);
  await close();
});

it('announces what happens, and no seconds', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { hasClock: true });
  const { page, context, close } = visit;
  const announced = await listenTo(page);
  await begin(visit, '傳短訊驗證');
  await page.getByRole('timer').waitFor();
  const before = await secondsShown(page);
  await page.clock.runFor(20_000);
  expect(await secondsShown(page)).toBeLessThan(before - 15);
  await context.setOffline(true);
  await page.clock.runFor(3_000);
  await says(page, '連唔到網絡');
  await context.setOffline(false);
  await phones.text(phoneNo, await shown(page));
  await page.clock.runFor(3_000);
  await says(page, '驗證成功');
  const heard = await announced();
  expect(heard.filter((words) => /\d:\d\d|\d 秒/.test(words))).toEqual([]);
  expect(heard.join()).toContain('連唔到網絡');
  expect(heard.join()).toContain('驗證成功');
  await close();
});

it('tells a member whose number another proved meanwhile, and one whose number is no mobile of Hong Kong', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390 });
  const { page, close } = visit;
  await begin(visit, '傳短訊驗證');
  await page.getByRole('timer').waitFor();
  await pages.insertProved(phoneNo);
  await phones.text(phoneNo, await shown(page));
  await says(page, '上次驗證未完成');
  await press(page, '開始驗證');
  await refuses(page, '已經由另一個帳戶驗證咗');
  await close();
  const abroad = await pages.visit(browser, '21234567');
  await abroad.page.getByText('唔係香港手提電話').waitFor();
  expect(await abroad.page.getByRole('button', { name: '開始驗證' }).count()).toBe(0);
  await abroad.close();
});

it('proves a number without scripts', async () => {
  const phoneNo = newNumber();
  const visit = await pages.visit(browser, phoneNo, { width: 390, javaScriptEnabled: false });
  const { page, close } = visit;
  await begin(visit, '傳短訊驗證');
  await phones.text(phoneNo, await shown(page));
  // The text reaches the site by a webhook; without scripts, early visitors press again.
  const check = page.getByRole('button', { name: '我做咗，檢查結果', exact: true });
  await expect
    .poll(
      async () => {
        if (await check.isVisible()) await check.click();
        return page.getByText('驗證成功').isVisible();
      },
      { interval: 1_000 },
    )
    .toBe(true);
  await close();
});

it('says that nothing can be proved where it is switched off, and still takes a number', async () => {
  await pages.switchOff();
  const visit = await pages.visit(browser, newNumber(), { width: 390 });
  const { page, close } = visit;
  await page.getByText('而家未開放電話驗證').waitFor();
  expect(await page.getByRole('button', { name: '開始驗證' }).count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.locator('summary').first().click();
  const next = newNumber();
  await page.locator('[name=phone_no]').fill(next);
  await press(page, '儲存號碼');
  await says(page, '已經更改號碼');
  await page.locator('summary').filter({ hasText: next }).filter({ hasText: '未驗證' }).waitFor();
  expect(visit.faults).toEqual([]);
  await close();
});
