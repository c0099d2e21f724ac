import { turnOf, type Advertiser } from './advertisers.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { escaped, type Size } from './read-body.ts';

/** A creative as returned to the requester. */
export interface Creative {
  advertiser: Advertiser;
  id: string;
  /** Markup for a frame. */
  markup: string;
}

interface Asked {
  /** Base URL of the ad world. */
  base: string;
  size: Size;
  /** Slot and seller. The same key yields the same creative. */
  key: string;
  misbehaviour: Misbehaviour | null;
}

export const clickUrl = (base: string, { id }: Advertiser, creative: string): string =>
  `${base}/click?advertiser=${id}&creative=${encodeURIComponent(creative)}`;

export const eventUrl = (base: string, event: string, more: Record<string, string>): string =>
  `${base}/event?${new URLSearchParams({ e: event, ...more }).toString()}`;

/** Attempts to break out, which the frame must contain. Each reports what it could do, for tests to check. */
const ESCAPES = [
  `top.location.href='https://stolen.example/'`,
  `parent.document.body.textContent='stolen'`,
  `top.document.cookie`,
  `document.cookie='stolen=1';document.cookie`,
  `localStorage.setItem('stolen','1')`,
  `alert('stolen')`,
  `top.postMessage({airwave:'ready',kind:'slot'},'*')`,
];

const behaves = {
  escape: `<script>const done=[];for(const word of ${JSON.stringify(ESCAPES)}){try{(0,eval)(word);done.push(word)}catch{}}document.title=done.length+' of ${ESCAPES.length}'</script>`,
  heavy: `<script>const until=performance.now()+4000;(function burn(){const slice=performance.now()+300;while(performance.now()<slice);if(performance.now()<until)setTimeout(burn,0)})()</script>`,
} as const;

/** Banner of an advertiser with its link and pixel, plus any requested misbehaviour. */
export function bannerOf({ base, size, key, misbehaviour }: Asked): Creative {
  const advertiser = turnOf(key);
  const [width, height] = size;
  const id = `${advertiser.id}-${width}x${height}`;
  const words = escaped(`${advertiser.name}：${advertiser.slogan.join('，')}`);
  const sides = misbehaviour === 'lie' ? ([970, 600] as const) : size;
  const src =
    misbehaviour === 'broken'
      ? `${base}/creative/none.svg`
      : misbehaviour === 'huge'
        ? `${base}/creative/huge.svg`
        : `${base}/creative/${advertiser.id}/${width}x${height}.svg`;
  const wrong = misbehaviour === 'escape' || misbehaviour === 'heavy' ? behaves[misbehaviour] : '';
  const pixel = escaped(eventUrl(base, 'impression', { creative: id }));
  return {
    advertiser,
    id,
    markup: `<a href="${escaped(clickUrl(base, advertiser, id))}" target="_blank" rel="noopener" style="display:block;line-height:0"><img src="${escaped(src)}" width="${sides[0]}" height="${sides[1]}" alt="${words}" style="border:0"></a><img src="${pixel}" width="1" height="1" alt="" style="position:absolute;left:-9px">${wrong}`,
  };
}

/** A native card that fills its slot: picture, text, advertiser. */
export function nativeOf({ base, key, misbehaviour }: Omit<Asked, 'size'>): Creative {
  const advertiser = turnOf(key);
  const id = `${advertiser.id}-native`;
  const { markup } = bannerOf({ base, key, misbehaviour, size: [300, 250] });
  const { name, slogan, press, ink, ground } = advertiser;
  const font = `font-family:'PingFang HK','Noto Sans HK','Noto Sans CJK HK',sans-serif`;
  const card = `<a href="${escaped(clickUrl(base, advertiser, id))}" target="_blank" rel="noopener" style="display:block;height:100%;box-sizing:border-box;background:${ground};color:${ink};text-decoration:none;${font}"><img src="${base}/creative/${advertiser.id}/640x360.svg" alt="" style="display:block;width:100%;aspect-ratio:16/9;object-fit:cover"><span style="display:block;padding:12px"><b style="display:block;font-size:18px;line-height:1.4">${escaped(slogan.join('，'))}</b><span style="display:block;font-size:14px;margin-top:6px">${escaped(name)} · ${escaped(press)}</span><span style="display:block;font-size:13px;margin-top:6px">示範廣告</span></span></a><img src="${escaped(eventUrl(base, 'impression', { creative: id }))}" width="1" height="1" alt="" style="position:absolute;left:-9px">`;
  return {
    advertiser,
    id,
    markup: misbehaviour && misbehaviour !== 'direct' && misbehaviour !== 'auction' ? markup : card,
  };
}

/** Inflates a small picture to three megabytes. */
export const hugePicture = (picture: string): string =>
  picture.replace('</svg>', `<!--${'x'.repeat(3_000_000)}--></svg>`);
