import { useLocation } from 'react-router';
import { usePageHandle } from '#app/components/shell/navigation-rules.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import type { SlotType } from '#domain/ads/ad-slots.rules.ts';
import type { SlotBoxProps } from './slot-box.tsx';

/** A place that cannot be drawn is left out: no page fails for the sake of advertising. */
const Nothing = () => null;

const Box = staticIsland<SlotBoxProps>(() =>
  import('./slot-box.tsx').then(
    ({ SlotBox }) => SlotBox,
    () => Nothing,
  ),
);

/**
 * A place for advertising, of its page's group. It is in the HTML of every visitor, with its room and with something of the
 * station's own in it; `begin-ads.ts` fills it for those who agreed.
 */
export function AdSlot({ type, number = 1 }: { type: SlotType; number?: number }) {
  const { adGroup: group } = usePageHandle();
  const { pathname: path } = useLocation();
  // Pages of members and of films say their group and have none; `SlotBox` asks the predicate.
  if (!group || /^(member|audio)/.test(group)) return null;
  return <Box group={group} path={path} type={type} number={number} />;
}
