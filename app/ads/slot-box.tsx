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
import { isReviewPath, mayHaveAds } from '#domain/ads/may-have-ads.rules.ts';
import { NO_PURPOSES } from '#shared/ads/consent.ts';
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

/** Space of a slot by type and viewport width, with a house ad. */
export function SlotBox({ group, path, type, number }: SlotBoxProps) {
  const variant = variantOf(group, path);
  // The page is the same for everyone: visitor-specific state is applied later, by the mark in the head.
  if (SILENT_GROUPS.includes(group)) return null;
  if (mayHaveAds({ path, adFree: false, consentBits: NO_PURPOSES, isReview: variant === REVIEW }) === 'off')
    return null;
  const slot = findSlot(slotName(adGroupKey(group, variant), type, number));
  if (!slot) return null;
  const isHalf = slot.sizes.lg.some(([, heightPx]) => type === 'rectangle' && heightPx > 250);
  return (
    <div
      role="group"
      aria-label={adsText.own}
      data-ad-type={kindOf(type)}
      data-ad-half={isHalf ? '' : undefined}
      data-ad-slot={slot.name}
      data-ad-review={variant === REVIEW ? '' : undefined}
      data-no-print
    >
      <HouseAd kind={houseKind(group, type, number)} type={type} seed={number + group.length} />
      {isHalf && <HouseAd kind="hosts" type={type} seed={number} />}
    </div>
  );
}
