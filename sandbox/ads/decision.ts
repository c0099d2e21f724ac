import { bannerOf, eventUrl, nativeOf, type Creative } from './creatives.ts';
import { misbehaviourOf, type Misbehaviour } from './misbehaviour.ts';
import { share, sizesIn, type JsonObject, type Size } from './read-body.ts';

/** A request of the tag: ad unit, sizes and page data. */
export interface Question {
  unit: string;
  sizes: Size[];
  /** May take the size of its slot. */
  isFluid: boolean;
  page: string;
  targeting: URLSearchParams;
  /** Limited ads: no identifiers and no personalisation. */
  isLimited: boolean;
  misbehaviour: Misbehaviour | null;
}

export function readQuestion(query: URLSearchParams): Question {
  const targeting = new URLSearchParams((query.get('cust_params') ?? '').slice(0, 4_000));
  const page = (query.get('url') ?? '').slice(0, 2_000);
  const sizes = (query.get('sz') ?? '').slice(0, 400);
  return {
    unit: (query.get('iu') ?? '').slice(0, 200),
    sizes: sizesIn(sizes),
    isFluid: /\bfluid\b/.test(sizes),
    page,
    targeting,
    isLimited: query.get('ltd') === '1',
    misbehaviour: misbehaviourOf(page, targeting.get('kw') ?? '', targeting.get('ad') ?? ''),
  };
}

/** Share of slots that belongs to direct campaigns. */
const DIRECT_SHARE = 0.2;
const DIRECT_CPM_HKD = 60;

/** Requests the winning bid from the page, as Prebid's universal creative does, and renders it. */
const universalCreative = (adId: string): string =>
  `<script>(function(){var id=${JSON.stringify(adId).replaceAll('<', '\\u003c')},c=new MessageChannel();` +
  `c.port1.onmessage=function(e){var d;try{d=typeof e.data==='string'?JSON.parse(e.data):e.data}catch(x){return}` +
  `if(!d||d.message!=='Prebid Response'||d.adId!==id)return;` +
  `if(d.ad){document.open();document.write(d.ad);document.close()}` +
  `else if(/^https?:/.test(d.adUrl||'')){var f=document.createElement('iframe');f.src=d.adUrl;f.style.border='0';f.width=d.width;f.height=d.height;document.body.appendChild(f)}};` +
  `parent.postMessage(JSON.stringify({message:'Prebid Request',adId:id,adServerDomain:location.origin}),'*',[c.port2])})()</script>`;

interface Decided {
  creative: Creative;
  size: Size | 'fluid';
  lineItem: string;
  why: 'direct' | 'auction';
  markup: string;
}

function direct(question: Question, base: string): Decided | null {
  const key = `direct ${question.unit}`;
  const size = question.sizes[Math.floor(share(key) * question.sizes.length)];
  const { misbehaviour } = question;
  if (size === undefined && !question.isFluid) return null;
  const creative =
    size === undefined ? nativeOf({ base, key, misbehaviour }) : bannerOf({ base, key, misbehaviour, size });
  return { creative, size: size ?? 'fluid', lineItem: 'direct', why: 'direct', markup: creative.markup };
}

/** The header bidding line item, at the price passed by the page. */
function fromBidding(question: Question): Decided | null {
  const { targeting } = question;
  const price = Number(targeting.get('hb_pb'));
  const adId = (targeting.get('hb_adid') ?? '').slice(0, 200);
  if (!Number.isFinite(price) || price <= 0 || adId === '') return null;
  const size = sizesIn(targeting.get('hb_size') ?? '')[0] ?? question.sizes[0];
  if (size === undefined) return null;
  const bidder = (targeting.get('hb_bidder') ?? '').slice(0, 60);
  const advertiser = { id: bidder, name: bidder } as Creative['advertiser'];
  const markup = universalCreative(adId);
  return { creative: { advertiser, id: adId, markup }, size, lineItem: 'header-bidding', why: 'auction', markup };
}

/** Decides a slot: a direct campaign, the winner of the auction, or empty. */
export function decide(question: Question, base: string): JsonObject {
  const { misbehaviour, unit } = question;
  const bid = fromBidding(question);
  const isBought = misbehaviour !== 'auction' && (misbehaviour !== null || share(`bought ${unit}`) < DIRECT_SHARE);
  const isDear = bid !== null && Number(question.targeting.get('hb_pb')) >= DIRECT_CPM_HKD;
  const campaign = isBought && !(isDear && misbehaviour === null) ? direct(question, base) : null;
  // Misbehaviour of bidders must be visible, so no campaign takes the slot.
  const decided =
    misbehaviour === 'empty'
      ? null
      : misbehaviour !== null && misbehaviour !== 'direct' && bid
        ? bid
        : (campaign ?? bid);
  if (decided === null) return { unit, isEmpty: true };
  const { creative, size, lineItem, why, markup } = decided;
  return {
    unit,
    isEmpty: false,
    size,
    html: markup,
    lineItem,
    why,
    advertiser: creative.advertiser.name,
    creative: creative.id,
    impression: eventUrl(base, 'fill', { unit, creative: creative.id }),
  };
}
