import { chromium } from 'playwright-core';
import { ADVERTISERS } from './sandbox/ads/advertisers.ts';
import { creativePicture } from './sandbox/ads/creative-picture.ts';
const sizes=[[320,50],[320,100],[300,250],[300,600],[160,600],[728,90],[970,90],[970,250]];
const html='<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#fff">'+sizes.flatMap((s,i)=>[ADVERTISERS[i%5],ADVERTISERS[(i+2)%5]].map(a=>creativePicture(a,s))).join('')+'</body>';
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox','--disable-gpu']});
const p=await b.newPage({viewport:{width:1700,height:1500}});await p.setContent(html);await p.screenshot({path:'/tmp/creatives.png'});await b.close();
