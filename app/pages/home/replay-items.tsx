import { ReplayCard } from '#app/components/archive/replay-card.tsx';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { clockHk, type DayHk } from '#shared/hk-time.ts';

/** Replays as a shelf. */
export function ReplayItems({ replays, today }: { replays: ReplayView[]; today: DayHk }) {
  return replays.map((replay) => (
    <li key={replay.id}>
      <ReplayCard
        replay={replay}
        when={`${timeText.showDay(replay, today)} ${clockHk(new Date(replay.startsAtMs))}`}
        sizes="(min-width: 1200px) 18vw, 64vw"
      />
    </li>
  ));
}
