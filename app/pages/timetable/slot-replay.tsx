import { ReplayLink, type ReplayStart } from '#app/components/archive/replay-link.tsx';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { Icon } from '#app/ui/icon.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk } from '#shared/hk-time.ts';
import type { SlotView } from './timetable.server.ts';

/** Plays a past show. */
export function SlotReplay({ slot, start, className }: { slot: SlotView; start: ReplayStart; className?: string }) {
  const label = replaysText.hearAgainOf(slot.title.replaceAll(BREAK, ''), clockHk(new Date(slot.startsAtMs)));
  return (
    <ReplayLink start={start} label={label} className={className}>
      <Icon name="history" />
      {replaysText.hearAgain}
    </ReplayLink>
  );
}
