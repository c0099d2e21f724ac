import { chromium } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking'] });
for (const [w, js] of [[1440, true],[390, false]]) {
  const c = await b.newContext({ viewport: { width: w, height: 900 }, javaScriptEnabled: js });
  const p = await c.newPage();
  p.on('pageerror', (e) => console.log('error', String(e).slice(0,200)));
  await p.goto('http://localhost:5120/figures?token=airwave-demo-figures-881');
  console.log(w, p.url(), await p.title(), await p.evaluate(() => document.documentElement.scrollWidth).catch(()=>'nojs'));
  await p.screenshot({ path: `/tmp/fig-${w}.png`, fullPage: true });
  if (js) { const r = await new AxeBuilder({ page: p }).analyze(); console.log(JSON.stringify(r.violations.map(v=>[v.id, v.nodes.slice(0,2).map(n=>n.html.slice(0,160))])));
  }
  await p.getByRole('button', { name: '重新計算這一日' }).click();
  await p.waitForTimeout(3000);
  console.log(await p.locator('#recompute [role=status]').allTextContents());
}
await b.close();
