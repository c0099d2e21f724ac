import { advertisingText } from '#app/text/zh-hk/desk-advertising.ts';
import { adGroupKey } from '#domain/ads/ad-groups.rules.ts';
import { slotOfPlace } from '#domain/advertising/advertising.rules.ts';

/** A place in words. */
export function placeText(place: string): string {
  const slot = slotOfPlace(place);
  return slot ? advertisingText.place(place, adGroupKey(slot.group, slot.variant), slot.type) : place;
}
