import { dayHkOf } from '#shared/hk-time.ts';

const HOUR_MS = 3_600_000;
/** How long a gift can be played from its acceptance; the database enforces the same. */
const GIFT_HOURS = 48;
/** Days for which a link waits to be accepted. */
const LINK_DAYS = 7;

export const giftEndsAt = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + GIFT_HOURS * HOUR_MS);
export const linkExpiresAt = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * 24 * HOUR_MS);

/** First day of the Hong Kong month. */
export const monthOf = (now: Date): string => `${dayHkOf(now).slice(0, 7)}-01`;

export type GiftState = 'waiting' | 'accepted' | 'over' | 'withdrawn' | 'lapsed';

export function giftStateOf(
  gift: { expiresAt: Date; endsAt: Date | null; endedWhy: 'withdrawn' | 'lapsed' | null },
  now: Date,
): GiftState {
  if (gift.endedWhy !== null) return gift.endedWhy;
  if (gift.endsAt !== null) return gift.endsAt > now ? 'accepted' : 'over';
  return gift.expiresAt > now ? 'waiting' : 'lapsed';
}
