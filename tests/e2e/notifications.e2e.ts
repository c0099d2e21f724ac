import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { launchBrowser, ready, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';

// The headless shell has neither a push service nor notifications: the sandbox makes the subscription, the protocol of
// the developer tools delivers what the station sent there, and the worker notes what it would show.

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const post = async (path: string, body: object): Promise<unknown> =>
  (
    await fetch(siteUrl() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

async function subscribeInSandbox(context: BrowserContext): Promise<Subscription> {
  const reply = (await (await fetch(`${siteUrl()}/api/push/key`)).json()) as { response: { public_key: string } };
  const made = (await post('/sandbox/push/subscriptions', { key: reply.response.public_key })) as Subscription;
  await context.addInitScript((own) => {
    const find = () =>
      localStorage.getItem('subscribed') &&
      ({ ...own, options: {}, toJSON: () => own, unsubscribe: async () => true } as unknown as PushSubscription);
    PushManager.prototype.getSubscription = async () => find() || null;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'yes');
      return find() as PushSubscription;
    };
    Object.defineProperty(Notification, 'permission', {
      get: () => (localStorage.getItem('subscribed') ? 'granted' : 'default'),
    });
    Notification.requestPermission = async () => 'granted';
  }, made);
  return made;
}

it('are turned on by a press, arrive, and stop of one kind by a press on one of them', async () => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const { endpoint } = await subscribeInSandbox(context);
  const page = await context.newPage();
  await page.goto(`${siteUrl()}/following/notify`);
  await ready(page);
  await page.getByRole('button', { name: '開通知' }).click();
  const weather = page.getByLabel('打風、暴雨等天氣訊息');
  await weather.waitFor();
  expect(await weather.isChecked()).toBe(true);

  // A warning for this browser alone, at whatever hour, which goes with the message to try.
  const values = [endpoint];
  await inSiteDatabase('update push_subscriptions set is_always_warned = true where endpoint = $1', values);
  await inSiteDatabase(
    `with told as (
       insert into push_messages (cause, kind, topics, title, body, path, tag, is_urgent, made_at, expires_at, fanned_at)
       values ('made up:' || $1, 'weather', '{}', '天氣訊息', '黑色暴雨', '/chart', 'weather', true, now(),
               now() + interval '1 hour', now()) returning id)
     insert into push_deliveries (message_id, subscription_id, is_urgent, due_at)
     select told.id, s.id, true, now() from told, push_subscriptions s where s.endpoint = $1`,
    values,
  );
  await page.getByRole('button', { name: '試一個' }).click();
  let told: { text: string }[] = [];
  await expect
    .poll(async () => {
      const reply = (await post('/sandbox/push/told', { endpoint })) as { messages: { text: string }[] };
      told = reply.messages;
      return told.map(({ text }) => (JSON.parse(text) as { title: string }).title).toSorted();
    })
    .toEqual(['天氣訊息', '通知開咗喇']);

  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    const shown: object[] = [];
    const of = (tag: string) => shown.filter((one) => (one as { tag: string }).tag === tag);
    const scope = globalThis as unknown as { registration: object };
    Object.assign(globalThis, { shown });
    Object.assign(scope.registration, {
      getNotifications: async ({ tag }: { tag: string }) => of(tag),
      showNotification: async (title: string, options: object) =>
        void shown.push({ title, ...options, close: () => undefined }),
    });
  });
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) resolve(registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const warning = told.find(({ text }) => text.includes('黑色暴雨'))!.text;
  // As after a kill of the sender: the second one takes the place of the first without a sound.
  for (let time = 0; time < 2; time++)
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: siteUrl(), registrationId, data: warning });
  const shown = () => worker!.evaluate(() => JSON.stringify((globalThis as unknown as { shown: object[] }).shown));
  await expect.poll(async () => (JSON.parse(await shown()) as object[]).length).toBe(2);
  const common = { title: '天氣訊息', body: '黑色暴雨', tag: 'weather', renotify: false };
  expect(JSON.parse(await shown())).toMatchObject([
    { ...common, silent: false, actions: [{ action: 'stop', title: '唔再通知呢類' }] },
    { ...common, silent: true },
  ]);

  await worker!.evaluate(async () => {
    const { shown: all } = globalThis as unknown as { shown: object[] };
    let work: Promise<unknown> | undefined;
    const event = Object.assign(new Event('notificationclick'), {
      action: 'stop',
      notification: all[0],
      waitUntil: (promise: Promise<unknown>) => (work = promise),
    });
    dispatchEvent(event);
    await work;
  });
  await page.reload();
  await weather.waitFor();
  expect(await weather.isChecked()).toBe(false);
  expect(await page.getByLabel('突發新聞').isChecked()).toBe(true);

  // Two presses on a slow line are both saved, and the first answer does not take back the second.
  const [news, sale] = [page.getByLabel('突發新聞'), page.getByLabel('跟開嘅網上直播開售門票')];
  const isSave = (path: string) => path.endsWith('/api/push/subscription');
  const turns: string[] = [];
  page.on('request', (request) => isSave(request.url()) && turns.push('asked'));
  page.on('response', (reply) => isSave(reply.url()) && turns.push('answered'));
  let isFirst = true;
  await page.route('**/api/push/subscription', async (route) => {
    if (isFirst) {
      isFirst = false;
      await sale.click();
    }
    await route.continue();
  });
  await news.click();
  await page.getByText('已經較好。').waitFor();
  expect(turns).toEqual(['asked', 'answered', 'asked', 'answered']);
  expect([await news.isChecked(), await sale.isChecked()]).toEqual([false, false]);
  await page.unroute('**/api/push/subscription');
  await page.reload();
  await news.waitFor();
  expect([await news.isChecked(), await sale.isChecked()]).toEqual([false, false]);

  // What is pressed in one tab is not undone by a press in another, which still shows what was before.
  const other = await context.newPage();
  await other.goto(`${siteUrl()}/following/notify`);
  await other.getByLabel('突發新聞').waitFor();
  await sale.click();
  await page.getByText('已經較好。').waitFor();
  await other.getByLabel('突發新聞').click();
  await other.getByText('已經較好。').waitFor();
  expect(await other.getByLabel('跟開嘅網上直播開售門票').isChecked()).toBe(true);
  for (const tab of [page, other]) {
    await tab.reload();
    await tab.getByLabel('突發新聞').waitFor();
  }
  expect([await news.isChecked(), await sale.isChecked()]).toEqual([true, true]);

  // Turned off in one tab, the other says so, and not that it has saved something.
  // Turned off while a press is being saved, it stays off: the answer to the press does not turn it on again.
  const off = page.getByRole('button', { name: '熄咗佢' });
  turns.length = 0;
  await page.route('**/api/push/subscription', async (route) => {
    if (route.request().method() === 'PUT') await off.click();
    await route.continue();
  });
  await news.click();
  await page.getByRole('button', { name: '開通知' }).waitFor();
  expect(turns).toEqual(['asked', 'answered', 'asked', 'answered']);
  // The focus goes with the button to its place.
  const isFocusThere = (of: Page) =>
    of.evaluate(() => 'notifications' in (document.activeElement as HTMLElement).dataset);
  await expect.poll(() => isFocusThere(page)).toBe(true);
  await page.evaluate(() => localStorage.removeItem('subscribed'));
  await other.getByLabel('突發新聞').click();
  await other.getByText('呢個瀏覽器未開通知。').waitFor();
  expect(await other.getByText('已經較好。').count()).toBe(0);
  await expect.poll(() => isFocusThere(other)).toBe(true);
  await context.close();
});

it('by mail lead whose address is not verified to where it is verified', async () => {
  const context = await browser.newContext();
  const data = { email: 'meiyee@demo.radio.example', password: DEMO_PASSWORD, rememberMe: false };
  // Another file may have verified it on this site.
  await inSiteDatabase('update members set email_verified_at = null where email = $1', [data.email]);
  expect((await context.request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  const page = await context.newPage();
  await page.goto(`${siteUrl()}/following/notify`);
  await ready(page);
  await page.getByRole('link', { name: '去驗證' }).click();
  await page.getByRole('button', { name: '寄驗證電郵' }).waitFor();
  await context.close();
});

it('by mail are saved with the next press, where a press before could not be', async () => {
  const context = await browser.newContext();
  const data = { email: 'siuming@demo.radio.example', password: DEMO_PASSWORD, rememberMe: false };
  expect((await context.request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  const page = await context.newPage();
  const sent: unknown[] = [];
  const pressedAgain = Promise.withResolvers<void>();
  await context.route('**/api/push/mail', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) return route.continue();
    await pressedAgain.promise;
    return route.abort();
  });
  await page.goto(`${siteUrl()}/following/notify`);
  const mails = page.locator('[aria-labelledby=by-mail]');
  await mails.getByLabel('突發新聞').click();
  await mails.getByLabel('打風、暴雨等天氣訊息').click();
  pressedAgain.resolve();
  await page.getByText('已經較好。').waitFor();
  expect(sent).toMatchObject([{ kinds_on: ['news'] }, { kinds_on: ['news', 'weather'] }]);
  expect(await mails.getByLabel('突發新聞').isChecked()).toBe(true);
  await inSiteDatabase('delete from notice_mails where member_id = (select id from members where email = $1)', [
    data.email,
  ]);
  await context.close();
});
