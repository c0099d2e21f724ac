import {
  AD_GROUPS,
  AD_SUBGROUPS,
  adGroupKey,
  REVIEW,
  SILENT_GROUPS,
  type AdGroup,
} from '#domain/ads/ad-groups.rules.ts';
import {
  AD_BREAKPOINTS_PX,
  findSlot,
  kindOf,
  slotsOf,
  type AdSize,
  type AdWidth,
  type Slot,
} from '#domain/ads/ad-slots.rules.ts';

/** Cache tag of what is booked, and prefix of the tags of pages by group. */
export const HOUSE_ADS_TAG = 'house-ads';
export const houseAdsTag = (group: string): string => `${HOUSE_ADS_TAG}-${group}`;

export const BOOKING_STATES = ['now', 'coming', 'over'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export const MAX_SLOTS = 20;
export const MAX_WEIGHT = 100;
export const MAX_DAYS = 366;
export const MAX_BLOCKS = 300;

/** How long a choice lasts. Pages are fresh for a part of it, and then rendered with the current choice. */
export const TURN_MS = 60_000;

export const AD_WIDTHS: readonly AdWidth[] = [...(Object.keys(AD_BREAKPOINTS_PX) as AdWidth[]), 'xl'];

/** A path of the site or a whole https address: nothing that runs, and nothing that could end an attribute. */
export const isTarget = (target: string): boolean =>
  /^\/(?![/\\])[^\s"'<>\\]{0,299}$/u.test(target) ||
  (/^https:\/\/[^\s"'<>\\@]{1,290}$/iu.test(target) && URL.canParse(target) && new URL(target).hostname.includes('.'));

/** Groups that no page has today, though they keep their configuration. */
export const GROUPS_WITHOUT_PAGE: readonly AdGroup[] = ['playlist', 'roadCoopCampaign', 'roadCoopProgrammeActivities'];

const isBookable = (group: AdGroup): boolean => !SILENT_GROUPS.includes(group) && !GROUPS_WITHOUT_PAGE.includes(group);

/** What a booking may name: a slot, or all of a type on the pages of a group. Never the overlay or a partner's review. */
export function slotOfPlace(place: string): ReturnType<typeof findSlot> {
  const slot = findSlot(place) ?? findSlot(`${place}-1`);
  if (slot === null || slot.type === 'overlay' || slot.variant === REVIEW) return null;
  return isBookable(slot.group) ? slot : null;
}

/** Whether a place means a slot of a page. */
export function isPlaceOf(place: string, name: string): boolean {
  if (place === name) return true;
  const slot = findSlot(name);
  if (slot === null || slot.variant === REVIEW) return false;
  const kind = kindOf(slot.type);
  return place === `${adGroupKey(slot.group, slot.variant)}-${kind}` || place === `${slot.group}-${kind}`;
}

/** Widths at which a slot has the size of a creative. */
export const widthsOf = ({ sizes }: Pick<Slot, 'sizes'>, [width, height]: AdSize): AdWidth[] =>
  AD_WIDTHS.filter((at) => sizes[at].some(([w, h]) => w === width && h === height));

/** All places that can be booked, for a list of choices. */
export const BOOKABLE: readonly { place: string; slot: Slot; group: string }[] = AD_GROUPS.filter(isBookable).flatMap(
  (group) =>
    [undefined, ...(AD_SUBGROUPS[group as keyof typeof AD_SUBGROUPS] ?? [])].flatMap((variant) =>
      slotsOf(group, variant)
        .filter(({ type }) => type !== 'overlay')
        .map((slot) => ({ place: slot.name.replace(/-\d+$/, ''), slot, group: adGroupKey(group, variant) })),
    ),
);

export interface Booked {
  id: number;
  slots: readonly string[];
  weight: number;
  width: number;
  height: number;
  startsAtMs: number;
  endsAtMs: number;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Where a slot is in the sequence, so that the slots of a page do not all turn at once. */
function startOf(name: string): number {
  let hash = 2_166_136_261;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  return hash / 2 ** 32;
}

/**
 * One of several by weight, the same for everybody within a turn. Steps of the golden ratio cover the weights evenly,
 * however many turns a cached page skips.
 */
export function chosen<One extends { id: number; weight: number }>(
  among: readonly One[],
  name: string,
  turn: number,
): One | null {
  const whole = among.reduce((sum, { weight }) => sum + weight, 0);
  let left = ((startOf(name) + turn * GOLDEN) % 1) * whole;
  for (const one of among.toSorted((a, b) => a.id - b.id)) {
    left -= one.weight;
    if (left < 0) return one;
  }
  return among.at(-1) ?? null;
}

/** What a slot shows in a turn: creatives with the widths at which each is shown. A width without one has the usual ad. */
export function shownIn<One extends Booked>(name: string, bookings: readonly One[], nowMs: number) {
  const slot = findSlot(name);
  const shown = new Map<One, AdWidth[]>();
  if (slot === null) return shown;
  const on = bookings.filter(
    ({ slots, startsAtMs, endsAtMs }) =>
      startsAtMs <= nowMs && nowMs < endsAtMs && slots.some((place) => isPlaceOf(place, name)),
  );
  for (const at of AD_WIDTHS) {
    const fit = on.filter(({ width, height }) => widthsOf(slot, [width, height]).includes(at));
    const one = chosen(fit, name, Math.floor(nowMs / TURN_MS));
    if (one) shown.set(one, [...(shown.get(one) ?? []), at]);
  }
  return shown;
}

/** Minimum share of the turns that a booking gets in a place, while all that overlap it are on. */
export function shareIn(place: string, booking: Booked, others: readonly Booked[]): number {
  const slot = slotOfPlace(place);
  if (slot === null) return 0;
  const mine = widthsOf(slot, [booking.width, booking.height]);
  const rivals = others.filter(
    ({ id, width, height, slots, startsAtMs, endsAtMs }) =>
      id !== booking.id &&
      startsAtMs < booking.endsAtMs &&
      endsAtMs > booking.startsAtMs &&
      slots.some((other) => other === place || isPlaceOf(other, slot.name)) &&
      widthsOf(slot, [width, height]).some((at) => mine.includes(at)),
  );
  return booking.weight / rivals.reduce((sum, { weight }) => sum + weight, booking.weight);
}

/** A house ad in a slot, as pages and `/house-ads.json` have it. */
export interface ShownHouseAd {
  id: number;
  /** Name of the creative; the advertiser in reports. */
  name: string;
  src: string;
  width: number;
  height: number;
  alt: string;
  href: string;
}

/** Where files of creatives are. */
export const CREATIVE_FILES = '/media/house/';
/** Same-origin address of a creative's file, which never changes. */
export const creativePath = (fileSha256: string): string => `${CREATIVE_FILES}${fileSha256}.webp`;
