import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const src = readFileSync('tests/e2e/ads-stand-in.ts','utf8');
const BID = /const BIDDING = `([\s\S]*?)`;/.exec(src)[1];
const SLOT = /const slotScript = \(plan: StandInPlan\) => `([\s\S]*?)`;\n/.exec(src)[1].replace('${JSON.stringify(plan)}', process.env.PLAN ?? '{}');
const b = await chromium.launch({ executablePath:'/usr/bin/chromium-headless-shell', args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const [,, widths, paths, tag='b'] = process.argv;
for (const w of widths.split(',')) for (const p of paths.split(',')) {
  const c = await b.newContext({ viewport:{width:+w,height:w<700?844:900}, serviceWorkers:'block', bypassCSP:true });
  await c.addCookies([{name:'archive_offer',value:'1',domain:'localhost',path:'/'},{name:'cookie_consent',value:'2.3',domain:'localhost',path:'/'}]);
  await c.route('http://localhost:5142/**', r=>{ const u=new URL(r.request().url()).pathname; r.fulfill({contentType:'text/html; charset=utf-8',body:`<!doctype html><body style="margin:0;background:#cde"><script>${u==='/bidding'?BID:SLOT}</script>`})});
  const pg = await c.newPage();
  pg.on('console', m=>(m.type()==='error'||m.type()==='warning')&&console.log(w,p,m.text()));
  pg.on('pageerror', m=>console.log(w,p,m.message));
  await pg.addInitScript(()=>{ window.cls=[]; new PerformanceObserver(l=>{for(const e of l.getEntries()) if(!e.hadRecentInput) window.cls.push([e.value,e.sources.map(s=>s.node?.outerHTML?.slice(0,120))])}).observe({type:'layout-shift',buffered:true}) });
  await pg.goto('http://localhost:5140'+p,{waitUntil:'load'});
  await pg.waitForTimeout(3500);
  await pg.screenshot({ path:`/tmp/ls-${tag}-${w}-${p.replace(/\W/g,'_')}-top.png` });
  for (let y=0;y<12;y++){ await pg.mouse.wheel(0,800); await pg.waitForTimeout(80);}
  await pg.screenshot({ path:`/tmp/ls-${tag}-${w}-${p.replace(/\W/g,'_')}-end.png` });
  await pg.evaluate(()=>scrollTo(0,0)); await pg.waitForTimeout(300); 
  await pg.screenshot({ path:`/tmp/ls-${tag}-${w}-${p.replace(/\W/g,'_')}.png`, fullPage: true });
  console.log(w,p, await pg.evaluate(()=>[...document.querySelectorAll('[data-ad-slot],[data-ad-overlay]')].map(e=>{const r=e.getBoundingClientRect();return e.dataset.adSlot+' '+Math.round(r.width)+'x'+Math.round(r.height)+' '+e.dataset.adState}).join(' | ')), JSON.stringify(await pg.evaluate(()=>window.cls)));
  await c.close();
}
await b.close();
