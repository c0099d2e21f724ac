import { addDaysHk, type DayHk } from '#shared/hk-time.ts';

/** Names and addresses that are no longer needed are kept this long, for enquiries about missing deliveries. */
export const DETAILS_KEPT_DAYS = 90;

// Campaign status, purchase rules and refunds of failed campaigns. Pure; also used by pages and tests.

/** */
export const CampaignStatus = {
  PROCESSING: 0,
  TARGET_REACH: 1,
  QUOTA_REACH: 2,
  CAMPAIGN_START: 3,
  CAMPAIGN_END: 4,
  CAMPAIGN_SOLDOUT: 5,
} as const;
export type CampaignStatus = (typeof CampaignStatus)[keyof typeof CampaignStatus];

interface Countable {
  kind: 'tier' | 'goods' | 'delivery' | 'extra';
  /** Null: unlimited. */
  total: number | null;
  sold: number;
}

const isBought = ({ kind }: Countable): boolean => kind === 'tier' || kind === 'goods';
const isGone = ({ total, sold }: Countable): boolean => total !== null && sold >= total;

/**
 * The first matching status, in this order: ended, sold out, not begun, tiers full, target reached, running.
 */
export function statusOf(
  campaign: {
    opensAt: Date;
    closesAt: Date;
    endedAt: Date | null;
    targetCents: number | null;
    collectedCents: number;
  },
  items: readonly Countable[],
  now: Date,
): CampaignStatus {
  const bought = items.filter(isBought);
  const limited = bought.filter(({ total }) => total !== null);
  if (campaign.endedAt !== null || now >= campaign.closesAt) return CampaignStatus.CAMPAIGN_END;
  if (bought.length > 0 && bought.every(isGone)) return CampaignStatus.CAMPAIGN_SOLDOUT;
  if (now < campaign.opensAt) return CampaignStatus.PROCESSING;
  if (limited.length > 0 && limited.every(isGone)) return CampaignStatus.QUOTA_REACH;
  if (campaign.targetCents !== null && campaign.collectedCents >= campaign.targetCents)
    return CampaignStatus.TARGET_REACH;
  return CampaignStatus.CAMPAIGN_START;
}

/** Whether the campaign is open for purchases; items can still be sold out individually. */
export const isOpen = (
  { opensAt, closesAt, endedAt }: { opensAt: Date; closesAt: Date; endedAt: Date | null },
  now: Date,
): boolean => endedAt === null && opensAt <= now && now < closesAt;

/** Per mille of the target: at most 999 until it is reached, and above 1000 beyond it. */
export function perMilleOf(collectedCents: number, targetCents: number): number {
  const share = Math.floor((collectedCents * 1000) / targetCents);
  return collectedCents < targetCents ? Math.min(share, 999) : share;
}

// DAYS

/** The days supporters can choose, in order. */
export const daysFrom = (firstDay: DayHk, days: number): DayHk[] =>
  Array.from({ length: days }, (_, i) => addDaysHk(firstDay, i));

/** The nearest free days around a taken day, nearest first. */
export function freeAround(
  day: DayHk,
  { days, taken }: { days: readonly DayHk[]; taken: ReadonlySet<string> },
  most = 3,
): DayHk[] {
  const at = days.indexOf(day);
  return days
    .map((one, i) => ({ one, far: Math.abs(i - at) }))
    .filter(({ one }) => !taken.has(one))
    .toSorted((a, b) => a.far - b.far || (a.one < b.one ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one);
}

// REQUESTS

interface AskedItem {
  item: {
    id: number;
    kind: Countable['kind'];
    cents: number;
    maxQuantity: number;
    choosesDay: boolean;
    reach: 'here' | 'locker' | 'abroad' | 'fetched' | null;
  };
  quantity: number;
  unit: string | null;
}

/** What is wrong with a combination of lines; null if nothing. */
type AskFault = 'nothing' | 'quantity' | 'tooMany' | 'day' | 'dayTwice' | 'delivery';

/**
 * Requirements for a combination of lines: at least one tier or good, days only for tiers that have one, exactly one
 * delivery for goods and none otherwise. `boughtBefore`: goods already bought by the same buyer.
 */
export function faultOfAsked(
  lines: readonly AskedItem[],
  { days, maxPerBuyer, boughtBefore }: { days: readonly DayHk[]; maxPerBuyer: number | null; boughtBefore: number },
): AskFault | null {
  if (!lines.some(({ item }) => item.kind === 'tier' || item.kind === 'goods')) return 'nothing';
  if (lines.some(({ item, quantity }) => !Number.isInteger(quantity) || quantity < 1 || quantity > item.maxQuantity))
    return 'quantity';
  if (new Set(lines.map(({ item, unit }) => `${item.id} ${unit ?? ''}`)).size < lines.length) return 'quantity';
  const units = lines.flatMap(({ unit }) => unit ?? []);
  if (new Set(units).size < units.length) return 'dayTwice';
  if (lines.some(({ item, unit }) => (unit !== null) !== item.choosesDay || (unit !== null && !days.includes(unit))))
    return 'day';
  const goods = lines.reduce((sum, { item, quantity }) => (item.kind === 'goods' ? sum + quantity : sum), 0);
  if (maxPerBuyer !== null && boughtBefore + goods > maxPerBuyer) return 'tooMany';
  const deliveries = lines.filter(({ item }) => item.kind === 'delivery');
  if (deliveries.length !== (goods > 0 ? 1 : 0) || deliveries.some(({ quantity }) => quantity !== 1)) return 'delivery';
  return null;
}

export const totalOf = (lines: readonly { item: { cents: number }; quantity: number }[]): number =>
  lines.reduce((sum, { item, quantity }) => sum + item.cents * quantity, 0);

// REFUNDS

interface PaidLine {
  kind: Countable['kind'];
  unit: string | null;
  cents: number;
  returnedCents: number;
}

/**
 * Refund of each line when a campaign fails. Days already on air, and goods already sent with their delivery cost, are
 * not refunded; year-long items are refunded in proportion to the days not on air, rounded in the supporter's favour.
 * Before anything was on air, everything is refunded.
 */
export function owedBack(
  lines: readonly PaidLine[],
  { days, played, isSent }: { days: number | null; played: ReadonlySet<string>; isSent: boolean },
): number[] {
  return lines.map(({ kind, unit, cents, returnedCents }) => {
    const left = cents - returnedCents;
    if (kind === 'goods' || kind === 'delivery') return isSent ? 0 : left;
    if (unit !== null) return played.has(unit) ? 0 : left;
    if (days === null || played.size === 0) return left;
    return Math.min(left, Math.ceil((cents * Math.max(0, days - played.size)) / days));
  });
}

const DAY_MS = 86_400_000;

/**
 * How long after a payment the provider accepts a refund call. Short for wallets; JETCO has no such call. Later refunds
 * are done by staff.
 */
const RETURN_DAYS: Readonly<Record<string, number>> = { card: 365, payme: 90, alipay: 90, wechat: 90, jetco: 0 };

export const takesReturn = (method: string, paidAt: Date, now: Date): boolean =>
  now.getTime() - paidAt.getTime() < (RETURN_DAYS[method] ?? 0) * DAY_MS;

/** Refund calls per minute: provider rate limits cover all of a merchant's calls, and current buyers come first. */
export const RETURNS_A_MINUTE = 60;

/** After this many failed tries, staff look at it. */
export const RETURN_TRIES = 8;
export const nextReturnTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(60, 2 ** tries) * 60_000);

// DELIVERY

export const DELIVERY_STEPS = ['waiting', 'packed', 'sent', 'received'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];
export const isDeliveryStep = (text: string): text is DeliveryStep =>
  (DELIVERY_STEPS as readonly string[]).includes(text);

/** Deliveries move forward, and back to `waiting` only if returned. */
export const mayDeliver = (from: string, to: DeliveryStep): boolean =>
  isDeliveryStep(from) &&
  (to === 'waiting' ? from !== 'waiting' : DELIVERY_STEPS.indexOf(to) > DELIVERY_STEPS.indexOf(from));
