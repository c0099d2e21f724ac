import type { AdSize } from '#domain/ads/ad-slots.rules.ts';

// Messages from frames of the advertising origin. They run third-party code: a message is read field by field,
// truncated, and invalid parts are ignored.

const TEXT_MAX = 200;
const TARGETING_MAX = 60;

export interface Bid {
  name: string;
  bidder: string | null;
  cpmHkd: number;
  targeting: Record<string, string>;
}

export type SlotMessage =
  | { type: 'rendered'; size: AdSize | null; bidder: string; advertiser: string; creative: string; why: string }
  | { type: 'empty' }
  | { type: 'dropped'; reason: string; advertiser: string; creative: string }
  | { type: 'clicked' };

type Members = Record<string, unknown>;

const membersOf = (value: unknown): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
const shortString = (value: unknown): string => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : '');

function sizeOf(value: unknown): AdSize | null {
  if (!Array.isArray(value)) return null;
  const [width, height] = value as unknown[];
  const isLength = (px: unknown): px is number => Number.isInteger(px) && (px as number) > 0 && (px as number) <= 4_000;
  return isLength(width) && isLength(height) ? [width, height] : null;
}

function targetingOf(value: unknown): Record<string, string> {
  const pairs = Object.entries(membersOf(value) ?? {}).slice(0, TARGETING_MAX);
  return Object.fromEntries(pairs.map(([key, text]) => [key.slice(0, TEXT_MAX), shortString(text)]));
}

/** Result of an auction by slot name; null if it does not answer the request of that id. */
export function readBids(data: unknown, id: number): { bids: Bid[]; timedOut: string[] } | null {
  const told = membersOf(data);
  if (told?.['type'] !== 'bids' || told['id'] !== id || !Array.isArray(told['slots'])) return null;
  const timedOut = Array.isArray(told['timedOut']) ? (told['timedOut'] as unknown[]).slice(0, TARGETING_MAX) : [];
  const slots = (told['slots'] as unknown[])
    .slice(0, TARGETING_MAX)
    .map(membersOf)
    .filter((slot) => slot !== null);
  return {
    timedOut: timedOut.map(shortString).filter(Boolean),
    bids: slots.map((slot) => ({
      name: shortString(slot['name']),
      bidder: shortString(slot['bidder']) || null,
      cpmHkd: Number.isFinite(slot['cpmHkd']) ? Math.max(0, slot['cpmHkd'] as number) : 0,
      targeting: targetingOf(slot['targeting']),
    })),
  };
}

/** Result of a slot; null for anything else. */
export function readSlotMessage(data: unknown): SlotMessage | null {
  const told = membersOf(data);
  const text = (key: string) => shortString(told?.[key]);
  switch (told?.['type']) {
    case 'rendered':
      return {
        type: 'rendered',
        size: sizeOf(told['size']),
        bidder: text('bidder'),
        advertiser: text('advertiser'),
        creative: text('creative'),
        why: text('why'),
      };
    case 'dropped':
      return {
        type: 'dropped',
        reason: text('reason'),
        advertiser: text('advertiser'),
        creative: text('creative'),
      };
    case 'empty':
    case 'clicked':
      return { type: told['type'] };
    default:
      return null;
  }
}
