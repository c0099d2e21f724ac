import { useLocation } from 'react-router';
import { usePageHandle } from '#app/components/shell/navigation-rules.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import type { SlotType } from '#domain/ads/ad-slots.rules.ts';

const Box = staticIsland(() => import('./slot-box.tsx').then((module) => module.SlotBox));

/**
 * A place for advertising, of its page's group. It is in the HTML of every visitor, with its room and with something of the
 * station's own in it; `begin-ads.ts` fills it for those who agreed. Every page loads this: what decides is in `slot-box.tsx`.
 */
export function AdSlot({ type, number = 1 }: { type: SlotType; number?: number }) {
  const { adGroup: group } = usePageHandle();
  const { pathname: path } = useLocation();
  // Pages of members and of films say their group and have none.
  return !group || /^(member|audio)/.test(group) ? null : <Box group={group} path={path} type={type} number={number} />;
}
