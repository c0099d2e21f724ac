import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { payByJetco } from './buying.ts';
import { isAt, mailedLink, newMember } from './members-site.ts';

// A payer buys a family plan and invites one person, who joins, plays, and plays no more once they are removed.

const PASSWORD = 'kennedy-town-83';
const PAYER = 'family-payer@members.example.com';
const CHILD = 'family-child@members.example.com';
const OWN = '/member/userinfo/memberHistory';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await Promise.all([newMember(PAYER, PASSWORD, '55304961'), newMember(CHILD, PASSWORD, '55304962')]);
});
afterAll(() => browser.close());

async function visitAs(email: string, path: string, width: number) {
  const visited = await visit(browser, '/robots.txt', { width });
  const data = { email, password: PASSWORD, rememberMe: false };
  expect((await visited.page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  await visited.page.goto(siteUrl() + path, { waitUntil: 'load' });
  return visited;
}

async function pay(page: Page): Promise<void> {
  await payByJetco(page);
  await page.waitForURL(isAt('/member/userinfo/newSubscriptionSuccess'));
}

/** Whether all of a replay is played, not its beginning alone. */
async function playsAll(context: BrowserContext): Promise<boolean> {
  const of = async (path: string) => (await context.request.get(`${siteUrl()}/api/programarchives/${path}`)).json();
  const heard = (await of('mostviewed')) as { response: { items: { program_id: number }[] } };
  const list = (await of(`${heard.response.items[0]!.program_id}?limit=20`)) as {
    response: { items: { item_id: number }[] };
  };
  const id = list.response.items.at(-1)!.item_id;
  const played = (await of(`playback/${id}?device_key=0123456789abcdef&device_name=Chrome`)) as {
    response: { lease?: object | null } | null;
  };
  return Boolean(played.response?.lease);
}

it('lets an invited person play while they are in the family, and not after', async () => {
  const payer = await visitAs(PAYER, '/member/userinfo/newSubscription?plan=6', 1440);
  await pay(payer.page);
  await payer.page.goto(siteUrl() + OWN, { waitUntil: 'load' });
  await payer.page.getByLabel('屋企人嘅電郵').fill(CHILD);
  await payer.page.getByRole('button', { name: '邀請', exact: true }).click();
  await payer.page.getByText('已經寄出邀請。').waitFor();
  expect(await axeFaults(payer.page)).toEqual([]);

  const child = await visitAs(CHILD, '/robots.txt', 390);
  const context = child.page.context();
  expect(await playsAll(context)).toBe(false);
  await child.page.goto(siteUrl() + (await mailedLink(CHILD, OWN)), { waitUntil: 'load' });
  await child.page.getByText(PAYER).waitFor();
  expect(await axeFaults(child.page)).toEqual([]);
  await child.page.getByRole('button', { name: '加入', exact: true }).click();
  await child.page.getByText('已經加入。').waitFor();
  await child.page.getByRole('button', { name: '離開家庭計劃' }).waitFor();
  await expect.poll(() => playsAll(context)).toBe(true);

  await payer.page.reload({ waitUntil: 'load' });
  await payer.page.getByRole('button', { name: /^移走/ }).click();
  await payer.page.getByText('已經移走').waitFor();
  await expect.poll(() => playsAll(context)).toBe(false);
  for (const visited of [payer, child]) {
    expect(visited.faults).toEqual([]);
    await visited.close();
  }
});
