import { addDaysHk, type DayHk } from '#shared/hk-time.ts';

// What a campaign is at a moment, what may be bought of it, and what goes back when it fails. Pure: pages and tests ask it too.

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
  /** Null: there is no end of it. */
  total: number | null;
  sold: number;
}

const isBought = ({ kind }: Countable): boolean => kind === 'tier' || kind === 'goods';
const isGone = ({ total, sold }: Countable): boolean => total !== null && sold >= total;

/** The first of the six that fits, in the order of the house: ended, sold out, not begun, tiers full, target reached, running. */
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

/** Whether anything may be bought of it: what is sold out item by item is told item by item. */
export const isOpen = (
  { opensAt, closesAt, endedAt }: { opensAt: Date; closesAt: Date; endedAt: Date | null },
  now: Date,
): boolean => endedAt === null && opensAt <= now && now < closesAt;

/** Per mille of the target, never told as reached before it is; what goes beyond is told too. */
export function perMilleOf(collectedCents: number, targetCents: number): number {
  const share = Math.floor((collectedCents * 1000) / targetCents);
  return collectedCents < targetCents ? Math.min(share, 999) : share;
}

// DAYS

/** The days that supporters may choose, in order. */
export const daysFrom = (firstDay: DayHk, days: number): DayHk[] =>
  Array.from({ length: days }, (_, i) => addDaysHk(firstDay, i));

/** The nearest days that are free around a day that is not, the nearest first. */
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

// WHAT IS ASKED FOR

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

/** What is wrong with lines that are asked for together; null where nothing is. */
type AskFault = 'nothing' | 'quantity' | 'tooMany' | 'day' | 'dayTwice' | 'delivery';

/**
 * What lines must be together: something that is bought, days where a tier has one and nowhere else, just one delivery for
 * goods and none for what is not sent. `boughtBefore` counts the goods of the same buyer.
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

// WHAT GOES BACK

interface PaidLine {
  kind: Countable['kind'];
  unit: string | null;
  cents: number;
  returnedCents: number;
}

/**
 * What a supporter gets back of each line when a campaign fails. A day that was on air, and goods that were sent with what
 * sending them cost, were had; of what is for the whole year goes back the share of the days that were never on air, in
 * the supporter's favour by the cent. Before anything was on air that is everything.
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
 * How long after a payment its provider still takes a refund by a call. Of wallets these are short, and of JETCO there is no
 * such call; what is past them is given back by a person.
 */
const RETURN_DAYS: Readonly<Record<string, number>> = { card: 365, payme: 90, alipay: 90, wechat: 90, jetco: 0 };

export const takesReturn = (method: string, paidAt: Date, now: Date): boolean =>
  now.getTime() - paidAt.getTime() < (RETURN_DAYS[method] ?? 0) * DAY_MS;

/** So many refunds a minute we ask of a provider for: their limits are for all that a merchant does, buyers of today first. */
export const RETURNS_A_MINUTE = 60;

/** After so many tries that ended in a fault of ours a person looks. */
export const RETURN_TRIES = 8;
export const nextReturnTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(60, 2 ** tries) * 60_000);

// DELIVERY

const DELIVERY_STEPS = ['waiting', 'packed', 'sent', 'received'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];
export const isDeliveryStep = (text: string): text is DeliveryStep =>
  (DELIVERY_STEPS as readonly string[]).includes(text);

/** Goods go forward, and back to `waiting` alone where they came back. */
export const mayDeliver = (from: string, to: DeliveryStep): boolean =>
  isDeliveryStep(from) &&
  (to === 'waiting' ? from !== 'waiting' : DELIVERY_STEPS.indexOf(to) > DELIVERY_STEPS.indexOf(from));
