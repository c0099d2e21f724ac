import { useContext, useEffect, useSyncExternalStore } from 'react';
import { adsText } from '#app/text/zh-hk/ads.ts';
import {
  AD_SUBGROUPS,
  adGroupKey,
  REVIEW,
  SILENT_GROUPS,
  type AdGroup,
  type AdVariant,
} from '#domain/ads/ad-groups.rules.ts';
import { findSlot, kindOf, slotName, type SlotType } from '#domain/ads/ad-slots.rules.ts';
import { AD_WIDTHS } from '#domain/advertising/advertising.rules.ts';
import { isReviewPath, mayHaveAds } from '#domain/ads/may-have-ads.rules.ts';
import { NO_PURPOSES } from '#shared/ads/consent.ts';
import { BookedAd } from './booked-ad.tsx';
import { bookedAds, RenderedAds, shownAds } from './booked-ads.ts';
import { HouseAd } from './house-ad.tsx';
import { houseKind } from './house-kind.ts';

export interface SlotBoxProps {
  group: AdGroup;
  path: string;
  type: SlotType;
  number: number;
}

/** The path of a directory ends with the number of its kind; the variants are configured in that order. */
function variantOf(group: AdGroup, path: string): AdVariant | undefined {
  if (isReviewPath(path)) return REVIEW;
  if (group !== 'roadCoopUsefulInfo') return undefined;
  return AD_SUBGROUPS.roadCoopUsefulInfo[Number(/\/(\d)\/?$/.exec(path)?.[1]) - 1];
}

/** Space of a slot by type and viewport width, with a house ad, or what is booked at the widths that it fits. */
export function SlotBox({ group, path, type, number }: SlotBoxProps) {
  const rendered = useContext(RenderedAds);
  const known = useSyncExternalStore(bookedAds.subscribe, bookedAds.now, bookedAds.none);
  useEffect(() => void bookedAds.ask(), [path]);
  const variant = variantOf(group, path);
  // The page is the same for everyone: visitor-specific state is applied later, by the mark in the head.
  if (SILENT_GROUPS.includes(group)) return null;
  if (mayHaveAds({ path, adFree: false, consentBits: NO_PURPOSES, isReview: variant === REVIEW }) === 'off')
    return null;
  const slot = findSlot(slotName(adGroupKey(group, variant), type, number));
  if (!slot) return null;
  const isHalf = slot.sizes.lg.some(([, heightPx]) => type === 'rectangle' && heightPx > 250);
  const booked = shownAds(slot.name, rendered ?? known);
  const covered = booked.flatMap(({ widths }) => widths);
  const isCovered = AD_WIDTHS.every((at) => slot.sizes[at].length === 0 || covered.includes(at));
  return (
    <div
      role="group"
      aria-label={booked.length > 0 ? adsText.booked : adsText.own}
      data-ad-own={covered.join(' ') || undefined}
      data-ad-type={kindOf(type)}
      data-ad-half={isHalf ? '' : undefined}
      data-ad-slot={slot.name}
      data-ad-review={variant === REVIEW ? '' : undefined}
      data-no-print
    >
      {booked.map(({ ad, widths }) => (
        <BookedAd key={ad.id} ad={ad} widths={widths} />
      ))}
      {!isCovered && <HouseAd kind={houseKind(group, type, number)} type={type} seed={number + group.length} />}
      {!isCovered && isHalf && <HouseAd kind="hosts" type={type} seed={number} />}
    </div>
  );
}
