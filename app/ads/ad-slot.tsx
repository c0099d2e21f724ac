import { useLocation } from 'react-router';
import { usePageHandle } from '#app/components/shell/navigation-rules.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import type { SlotType } from '#domain/ads/ad-slots.rules.ts';

const Box = staticIsland(() => import('./slot-box.tsx').then((module) => module.SlotBox));

/**
 * An ad slot of its page's group. It is in the HTML for every visitor, with its space reserved and a house ad in it;
 * `begin-ads.ts` fills it with consent. Every page loads this file; the logic is in `slot-box.tsx`.
 */
export function AdSlot({ type, number = 1 }: { type: SlotType; number?: number }) {
  const { adGroup: group } = usePageHandle();
  const { pathname: path } = useLocation();
  // Pages of members and of films declare their group but have no slots.
  return !group || /^(member|audio)/.test(group) ? null : <Box group={group} path={path} type={type} number={number} />;
}
