import { chromium } from 'playwright-core';
const base='http://localhost:9950';
const pages = process.argv.slice(2);
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
for (const [w,h] of [[390,664],[1440,900]]) {
  const c = await b.newContext({viewport:{width:w,height:h}, locale:'zh-HK', timezoneId:'Asia/Hong_Kong'});
  const p = await c.newPage();
  p.on('pageerror', e=>console.log('ERR', String(e).slice(0,200)));
  p.on('console', m=>{ if(m.type()==='error') console.log('console', p.url(), m.text().slice(0,200)); });
  for (const u of pages) {
    await p.goto(base+u, {waitUntil:'load'});
    await p.waitForFunction(()=>document.documentElement.dataset.ready==='', null, {timeout:20000}).catch(()=>console.log('not ready',u));
    await p.waitForTimeout(1800);
    const full = process.env.FULL==='1';
    await p.screenshot({path:`/tmp/shots/${w}${u.replace(/[\/?=&]/g,'_')}.png`, fullPage: full});
  }
  await c.close();
}
await b.close();
