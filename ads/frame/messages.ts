import type { AuctionMessage, AuctionSlot, FillMessage, FrameSize, MarkupAnswer } from '#shared/ads/ad-frames.ts';
import { ConsentPurpose } from '#shared/ads/consent.ts';
import { BID_TIMEOUT_MS } from '#domain/ads/ad-timeouts.rules.ts';

// Validates everything received through a port: sizes, names and amounts within limits; nothing else passes.

const SLOTS_AT_ONCE = 60;
const SIZES_OF_SLOT = 20;
const MAX_SIDE_PX = 2_000;
const KEYS = 60;
const NAME = /^[\w-]{1,80}$/;

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown, chars: number): string => (typeof value === 'string' ? value.slice(0, chars) : '');

/** Whether there is consent to advertising. Anything but a number means no. */
export const agreesToAds = (consent: unknown): boolean =>
  typeof consent === 'number' && (consent & ConsentPurpose.ADVERTISING) !== 0;

const isSide = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_SIDE_PX;

export function readSizes(value: unknown): FrameSize[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, SIZES_OF_SLOT)
    .flatMap((size) =>
      Array.isArray(size) && isSide(size[0]) && isSide(size[1]) ? [[size[0], size[1]] as const] : [],
    );
}

function readSlot(value: unknown): AuctionSlot | null {
  if (!isObject(value)) return null;
  const { name, type, floorHkd } = value;
  if (typeof name !== 'string' || !NAME.test(name)) return null;
  const sizes = readSizes(value['sizes']);
  const floor = typeof floorHkd === 'number' && floorHkd >= 0 && floorHkd < 10_000 ? floorHkd : null;
  return sizes.length && floor !== null ? { name, type: text(type, 40), sizes, floorHkd: floor } : null;
}

export function readAuction(value: unknown): AuctionMessage | null {
  if (!isObject(value) || value['type'] !== 'auction' || !Array.isArray(value['slots'])) return null;
  const id = typeof value['id'] === 'number' ? value['id'] : text(value['id'], 100);
  const page = isObject(value['page']) ? value['page'] : {};
  const wait = value['timeoutMs'];
  return {
    type: 'auction',
    id,
    slots: value['slots'].slice(0, SLOTS_AT_ONCE).flatMap((slot) => readSlot(slot) ?? []),
    page: {
      group: text(page['group'], 80),
      variant: text(page['variant'], 80),
      url: text(page['url'], 2_000),
      isReview: page['isReview'] === true,
    },
    consent: agreesToAds(value['consent']) ? (value['consent'] as number) : 0,
    timeoutMs: typeof wait === 'number' && wait > 0 ? Math.min(wait, BID_TIMEOUT_MS) : BID_TIMEOUT_MS,
  };
}

function readTargeting(value: unknown): FillMessage['targeting'] {
  if (!isObject(value)) return {};
  const isText = (one: unknown): one is string => typeof one === 'string' && one.length <= 500;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, KEYS)
      .filter(
        (entry): entry is [string, string | string[]] =>
          /^\w{1,40}$/.test(entry[0]) &&
          (isText(entry[1]) || (Array.isArray(entry[1]) && entry[1].length <= KEYS && entry[1].every(isText))),
      ),
  );
}

export function readFill(value: unknown): FillMessage | null {
  if (!isObject(value) || value['type'] !== 'fill') return null;
  const { name, iu, consent } = value;
  const sizes = readSizes(value['sizes']);
  if (typeof name !== 'string' || !NAME.test(name) || !sizes.length) return null;
  if (typeof iu !== 'string' || !/^[\w/.-]{1,200}$/.test(iu)) return null;
  return {
    type: 'fill',
    name,
    sizes,
    iu,
    targeting: readTargeting(value['targeting']),
    consent: agreesToAds(consent) ? (consent as number) : 0,
  };
}

/**
 * Parses the bidding frame's answer about an offer. Null if it is about another one. Its port was passed on by the
 * page.
 */
export function readMarkup(value: unknown, adId: string): MarkupAnswer | null {
  if (!isObject(value) || value['type'] !== 'markup' || value['adId'] !== adId) return null;
  return {
    type: 'markup',
    adId,
    ad: typeof value['ad'] === 'string' && value['ad'] !== '' ? value['ad'] : null,
    size: readSizes([value['size']])[0] ?? null,
    bidder: text(value['bidder'], 80),
    advertiser: text(value['advertiser'], 200),
    creative: text(value['creative'], 200),
  };
}

/** The `adId` requested by an ad server creative, in the message format of Prebid's universal creative. */
export function readPrebidRequest(value: unknown): string | null {
  let said = value;
  if (typeof value === 'string') {
    if (value.length > 4_000) return null;
    try {
      said = JSON.parse(value);
    } catch {
      return null;
    }
  }
  if (!isObject(said) || said['message'] !== 'Prebid Request') return null;
  const { adId } = said;
  return typeof adId === 'string' && adId !== '' && adId.length <= 200 ? adId : null;
}
