import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --autoplay-policy=no-user-gesture-required'.split(' ') });
const base = 'http://localhost:5130';
for (const width of [1440, 390]) {
  const c = await b.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, locale: 'zh-HK' });
  await c.addCookies([{ name: 'cookie_consent', value: '1', url: base }, { name: 'archive_offer', value: '1', url: base }]);
  const p = await c.newPage();
  p.on('console', (m) => m.type() === 'error' && console.log(width, m.text()));
  p.on('pageerror', (e) => console.log(width, String(e)));
  await p.goto(base + '/live/864');
  await p.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '播放' }).click();
  await p.waitForFunction(() => window.airwavePlayer?.getPlayerState() === 1, null, { timeout: 20000 }).catch((e) => console.log(String(e)));
  await p.waitForTimeout(2500);
  console.log(width, await p.locator('[data-now-playing]').innerText());
  await p.screenshot({ path: `/tmp/ls-live-${width}.png` });
  await p.screenshot({ path: `/tmp/ls-live-full-${width}.png`, fullPage: true });
  await p.evaluate(() => document.querySelector('[data-now-playing] a').click());
  await p.waitForURL(/songs/);
  await p.waitForTimeout(1500);
  await p.screenshot({ path: `/tmp/ls-songs-${width}.png` });
  console.log(await p.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  await c.close();
}
await b.close();
