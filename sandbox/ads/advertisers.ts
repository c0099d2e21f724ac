import { share } from './read-body.ts';

/** Fictitious advertisers of the demo. Drawn in the station's style, in colours of none of the channels. */
export interface Advertiser {
  id: string;
  domain: string;
  name: string;
  /** Lines of no more than eight characters. */
  slogan: readonly [string, string];
  press: string;
  ink: string;
  ground: string;
  accent: string;
  /** One clear object in a box of 100 by 100, with the three colours as classes. */
  object: string;
}

export const ADVERTISERS: readonly Advertiser[] = [
  {
    id: 'harbour-tea',
    domain: 'harbour-tea.example',
    name: '海皮茶室',
    slogan: ['一杯絲襪奶茶', '等到你收工'],
    press: '睇餐牌',
    ink: '#4a2c1d',
    ground: '#f4e4cd',
    accent: '#c9754b',
    object:
      '<path class="i" d="M18 44h54v22a20 20 0 0 1-20 20H38a20 20 0 0 1-20-20z"/><path class="o" d="M72 50h6a11 11 0 0 1 0 22h-6"/><path class="a" d="M18 44h54v9H18z"/><path class="o" d="M33 34c-6-7 6-11 0-20M47 34c-6-7 6-11 0-20M61 34c-6-7 6-11 0-20"/><path class="i" d="M10 89h72v5H10z"/>',
  },
  {
    id: 'ridge-walk',
    domain: 'ridge-walk.example',
    name: '行山徑',
    slogan: ['對鞋跟你行', '由頭行到尾'],
    press: '揀對鞋',
    ink: '#27346b',
    ground: '#dce6f2',
    accent: '#e58a5c',
    object:
      '<circle class="a" cx="74" cy="26" r="13"/><path class="i" d="M2 90 36 30l20 34 12-18 30 44z"/><path class="g" d="M36 30 47 50l-8-3-6 6-6-7z"/>',
  },
  {
    id: 'bright-lamp',
    domain: 'bright-lamp.example',
    name: '明燈電器',
    slogan: ['今晚讀到夜', '盞燈唔刺眼'],
    press: '去睇吓',
    ink: '#3b2a52',
    ground: '#e9e1f1',
    accent: '#d99b3d',
    object:
      '<path class="a" d="M30 12h36l18 36H12z"/><path class="i" d="M45 48h6v34h-6z"/><path class="i" d="M26 82h44v8H26z"/><path class="o" d="M66 48v16"/><circle class="i" cx="66" cy="68" r="4"/>',
  },
  {
    id: 'one-stitch',
    domain: 'one-stitch.example',
    name: '一針裁縫',
    slogan: ['舊衫改一改', '又着多十年'],
    press: '預約量身',
    ink: '#5c1f3f',
    ground: '#f6dfe4',
    accent: '#7f9cc0',
    object:
      '<path class="i" d="M34 14 50 22l16-8 24 16-10 18-10-5v47H30V43l-10 5-10-18z"/><path class="g" d="M47 30h6v52h-6z"/><circle class="a" cx="50" cy="42" r="4"/><circle class="a" cx="50" cy="58" r="4"/><circle class="a" cx="50" cy="74" r="4"/>',
  },
  {
    id: 'slow-post',
    domain: 'slow-post.example',
    name: '慢郵局',
    slogan: ['寫封信畀將來', '十年後先寄出'],
    press: '寫封信',
    ink: '#1f3d4d',
    ground: '#e6ece4',
    accent: '#d26a6a',
    object:
      '<path class="i" d="M8 26h84v54H8z"/><path class="g" d="m14 32 36 27 36-27v42H14z"/><path class="o" d="m11 29 39 30 39-30"/><circle class="a" cx="74" cy="70" r="11"/>',
  },
];

export const advertiserOf = (id: string): Advertiser | undefined => ADVERTISERS.find((one) => one.id === id);

/** Picks an advertiser; deterministic for a given text. */
export const turnOf = (words: string): Advertiser =>
  ADVERTISERS[Math.floor(share(words) * ADVERTISERS.length)] ?? ADVERTISERS[0]!;
