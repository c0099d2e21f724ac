// Generates docs/desk/README.md and the pictures that it and the desk's help show. Run manually when a room's text or
// look changes, against a running demo: node tools/desk-manual.ts http://localhost:3004
import { writeFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { manualText } from './desk-manual-text.ts';
import { ROOMS, roomsOf } from '../desk/frame/rooms.ts';
import { testBrowserPath } from '../tests/setup/chromium.ts';

const WIDTH = 1280;
const HEIGHT = 800;
const PICTURE_WIDTH = 960;

interface DemoAccount {
  email: string;
  code: string;
}

const [deskUrl = 'http://localhost:3004'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: testBrowserPath()!, args: ['--no-sandbox'] });

/** A page logged in to the desk by the code that its demo shows. */
async function enter({ email, code }: DemoAccount): Promise<{ page: Page; permissions: string[] }> {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${deskUrl}/log-in`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=code]').fill(code);
  await page.locator('[type=submit]').click();
  await page.waitForURL(`${deskUrl}/`);
  const permissions = await page.evaluate(async () => {
    const { response } = (await (await fetch('/api/staff/session')).json()) as { response: { permissions: string[] } };
    return response.permissions;
  });
  return { page, permissions };
}

/** The demo's accounts, with codes that are valid for a minute and a half. */
async function demoAccounts(): Promise<DemoAccount[]> {
  const reply = await fetch(`${deskUrl}/api/staff/login/demo`);
  return ((await reply.json()) as { response: { items: DemoAccount[] } }).response.items;
}

let left = [...ROOMS];
for (const { email } of await demoAccounts()) {
  const account = (await demoAccounts()).find((one) => one.email === email)!;
  const { page, permissions } = await enter(account);
  const open = new Set(roomsOf({ permissions }).map(({ name }) => name));
  for (const { name, to } of left.filter((room) => open.has(room.name))) {
    await page.goto(deskUrl + to, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    // Without the navigation, which differs by account.
    const { x = 0 } = (await page.locator('main').boundingBox()) ?? {};
    const shot = await page.screenshot({ clip: { x, y: 0, width: WIDTH - x, height: HEIGHT } });
    await sharp(shot).resize(PICTURE_WIDTH).webp({ quality: 70 }).toFile(`desk/help/pictures/${name}.webp`);
    console.log(`${name}: by ${account.email}`);
  }
  left = left.filter((room) => !open.has(room.name));
}
await browser.close();
writeFileSync('docs/desk/README.md', manualText());
if (left.length > 0) throw new Error(`no demo account may enter ${left.map(({ name }) => name).join(', ')}`);
