import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: '--no-sandbox --disable-gpu --disable-quic --no-first-run --autoplay-policy=no-user-gesture-required'.split(' ') });
const base = 'http://localhost:5130';
const c = await b.newContext({ viewport: { width: 1440, height: 900 } });
await c.addCookies([{ name: 'cookie_consent', value: '1', url: base }, { name: 'archive_offer', value: '1', url: base }]);
const p = await c.newPage();
p.on('console', (m) => console.log(m.text()));
await p.goto(base + '/live/864');
await p.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '播放' }).click();
for (let i = 0; i < 12; i++) {
  await p.waitForTimeout(1000);
  console.log(await p.evaluate(() => [window.airwavePlayer?.getPlayerState(), new Date(window.airwavePlayer?.getHeardAt?.() ?? 0).toISOString()]), await p.locator('[data-now-playing]').innerText());
}
await b.close();
