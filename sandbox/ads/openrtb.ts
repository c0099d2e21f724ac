import { bannerOf, clickUrl, eventUrl, nativeOf } from './creatives.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { misbehaviourOf } from './misbehaviour.ts';
import { amount, isObject, list, member, share, sizeOf, text, type JsonObject, type Size } from './read-body.ts';
import { inlineVast } from './vast.ts';

/** OpenRTB 2.6: type of a bid's markup. */
const MarkupType = { BANNER: 1, VIDEO: 2, NATIVE: 4 } as const;

const USD_HKD = 7.8;
const MAX_IMPRESSIONS = 60;
const MAX_SEATS = 5;
const MAX_SIZES = 20;

export interface Auction {
  id: string;
  page: string;
  misbehaviour: Misbehaviour | null;
  /** Timeout of the caller, ms. 0: not given. */
  patienceMs: number;
  /** Currency of the reply: Hong Kong dollars if requested first. */
  currency: 'USD' | 'HKD';
  impressions: Impression[];
}

interface Impression {
  id: string;
  tag: string;
  sizes: Size[];
  floorUsd: number;
  seats: string[];
  kind: 'banner' | 'video' | 'native';
}

const keywords = (imp: JsonObject): string[] => [
  text(imp['tagid']),
  text(member(imp, 'ext', 'data', 'keywords')),
  text(member(imp, 'ext', 'keywords')),
];

function impressionOf(imp: JsonObject, own: string | null): Impression | null {
  const id = text(imp['id']);
  if (id === '') return null;
  const { banner, video, native } = imp;
  const formats = list(member(banner, 'format'), MAX_SIZES).map((one) => sizeOf(member(one, 'w'), member(one, 'h')));
  const sizes = [...formats, sizeOf(member(banner, 'w'), member(banner, 'h'))].filter((size) => size !== null);
  const kind =
    isObject(banner) && sizes.length > 0 ? 'banner' : isObject(video) ? 'video' : isObject(native) ? 'native' : null;
  if (kind === null) return null;
  const bidders = member(imp, 'ext', 'prebid', 'bidder') ?? member(imp, 'ext', 'bidder');
  const seats = isObject(bidders)
    ? Object.keys(bidders)
        .slice(0, MAX_SEATS)
        .map((name) => name.slice(0, 60))
    : own
      ? [own]
      : [];
  const floor = amount(imp['bidfloor']);
  return {
    id,
    tag: text(imp['tagid']) || text(member(imp, 'ext', 'gpid')) || id,
    sizes,
    floorUsd: text(imp['bidfloorcur']) === 'HKD' ? floor / USD_HKD : floor,
    seats,
    kind,
  };
}

/** Parses an auction. Null if it is none. `own`: the bidder to use if the request names none. */
export function readAuction(body: unknown, own: string | null = null): Auction | null {
  const id = text(member(body, 'id'));
  const imps = list(member(body, 'imp'), MAX_IMPRESSIONS).filter(isObject);
  if (id === '' || imps.length === 0) return null;
  const page = text(member(body, 'site', 'page'), 2_000);
  return {
    id,
    page,
    misbehaviour: misbehaviourOf(page, ...imps.flatMap(keywords), text(member(body, 'site', 'keywords'))),
    patienceMs: amount(member(body, 'tmax')),
    currency: list(member(body, 'cur'), 1)[0] === 'HKD' ? 'HKD' : 'USD',
    impressions: imps.flatMap((imp) => impressionOf(imp, own) ?? []),
  };
}

/** CPM in US cents; deterministic for slot, page and seat. */
function centsOf(impression: Impression, seat: string, page: string): number {
  const drawn = share(`${seat} ${impression.tag} ${page}`);
  return Math.round(6 + drawn * drawn * 260);
}

function bidOf(
  impression: Impression,
  seat: string,
  { page, misbehaviour, currency }: Auction,
  base: string,
): JsonObject | null {
  const cents = centsOf(impression, seat, page);
  const key = `${seat} ${impression.tag} ${page}`;
  // Some bidders pass, and none bids below the floor.
  const passes = share(`passes ${key}`) < 0.12;
  if ((passes && misbehaviour === null) || cents / 100 < impression.floorUsd) return null;
  const size = impression.sizes[Math.floor(share(`size ${key}`) * impression.sizes.length)] ?? [300, 250];
  const drawn =
    impression.kind === 'native' ? nativeOf({ base, key, misbehaviour }) : bannerOf({ base, key, misbehaviour, size });
  const { advertiser, id: crid } = drawn;
  const told = {
    id: `${seat}-${impression.id}`,
    impid: impression.id,
    price: misbehaviour === 'lie' ? 900 : currency === 'HKD' ? Math.round(cents * USD_HKD) / 100 : cents / 100,
    adid: crid,
    crid,
    adomain: [misbehaviour === 'lie' ? 'a-famous-bank.example' : advertiser.domain],
    cat: ['IAB8'],
    burl: `${eventUrl(base, 'win', { creative: crid })}&price=\${AUCTION_PRICE}`,
    exp: 300,
    ext: {
      prebid: {
        type: impression.kind,
        meta: { advertiserDomains: [advertiser.domain], advertiserName: advertiser.name },
      },
      origbidcpm: cents / 100,
      origbidcur: 'USD',
    },
  };
  if (impression.kind === 'video')
    return { ...told, mtype: MarkupType.VIDEO, adm: inlineVast(base, { misbehaviour }), dur: 15 };
  if (impression.kind === 'native') {
    const assets = [
      { id: 1, title: { text: advertiser.slogan.join('，') } },
      { id: 2, img: { url: `${base}/creative/${advertiser.id}/640x360.svg`, w: 640, h: 360 } },
      { id: 3, data: { type: 1, value: advertiser.name } },
    ];
    const link = { url: clickUrl(base, advertiser, crid) };
    const imptrackers = [eventUrl(base, 'impression', { creative: crid })];
    return { ...told, mtype: MarkupType.NATIVE, adm: JSON.stringify({ ver: '1.2', assets, link, imptrackers }) };
  }
  const [w, h] = misbehaviour === 'lie' ? [300, 600] : size;
  return { ...told, mtype: MarkupType.BANNER, adm: drawn.markup, w, h };
}

/** Response of a Prebid Server: a seat with bids for each named bidder. */
export function answerAuction(auction: Auction, base: string): JsonObject {
  const seats = [...new Set(auction.impressions.flatMap((impression) => impression.seats))].slice(0, MAX_SEATS);
  const bids = (seat: string) =>
    auction.impressions
      .filter((impression) => impression.seats.includes(seat))
      .flatMap((impression) => bidOf(impression, seat, auction, base) ?? []);
  const seatbid =
    auction.misbehaviour === 'empty'
      ? []
      : seats.map((seat) => ({ seat, bid: bids(seat), group: 0 })).filter(({ bid }) => bid.length > 0);
  return {
    id: auction.id,
    seatbid,
    cur: auction.currency,
    ext: {
      responsetimemillis: Object.fromEntries(seats.map((seat) => [seat, 20])),
      tmaxrequest: auction.patienceMs || 3_000,
      prebid: { auctiontimestamp: 0 },
    },
  };
}

/** URLs for user sync. This stand-in stores nothing. */
export function answerCookieSync(body: unknown, base: string): JsonObject {
  const bidders = list(member(body, 'bidders'), MAX_SEATS)
    .map((name) => text(name, 60))
    .filter(Boolean);
  const most = Math.min(amount(member(body, 'limit')) || MAX_SEATS, MAX_SEATS);
  return {
    status: 'ok',
    bidder_status: bidders.slice(0, most).map((bidder) => ({
      bidder,
      no_cookie: true,
      usersync: { url: `${base}/sync?bidder=${encodeURIComponent(bidder)}`, type: 'redirect', supportCORS: false },
    })),
  };
}
