import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath:'/usr/bin/chromium-headless-shell', args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const [,, widths, paths, tag='a', full='1'] = process.argv;
for (const w of widths.split(',')) for (const p of paths.split(',')) {
  const c = await b.newContext({ viewport:{width:+w,height:w<700?844:900}, serviceWorkers:'block' });
  const pg = await c.newPage();
  pg.on('console', m=>m.type()==='error'&&console.log(w,p,m.text()));
  pg.on('pageerror', m=>console.log(w,p,m.message));
  if (process.env.COOKIES) await c.addCookies(process.env.COOKIES.split(';').map(x=>{const [name,value]=x.split('=');return {name,value,domain:'localhost',path:'/'}}));
  await pg.goto('http://localhost:5140'+p,{waitUntil:'load'});
  await pg.waitForTimeout(1200);
  if (full==='1') { for (let y=0;y<12;y++){ await pg.mouse.wheel(0,900); await pg.waitForTimeout(60);} await pg.evaluate(()=>scrollTo(0,0)); await pg.waitForTimeout(300); }
  await pg.screenshot({ path:`/tmp/ls-${tag}-${w}-${p.replace(/\W/g,'_')}.png`, fullPage: full==='1' });
  console.log(w,p, await pg.evaluate(()=>[...document.querySelectorAll('[data-ad-slot]')].map(e=>{const r=e.getBoundingClientRect();return e.dataset.adSlot+' '+Math.round(r.width)+'x'+Math.round(r.height)+(e.parentElement.style.display)}).join(' | ')), await pg.evaluate(()=>document.documentElement.scrollWidth));
  await c.close();
}
await b.close();
