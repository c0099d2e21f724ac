import { useAtEnd } from '#app/components/hooks/use-at-end.ts';
import { useOwn, type Own } from '#app/components/member/use-own.ts';
import { replaySaleCalls } from '#app/replay-sale-paths.ts';
import type { OwnReplayWire } from '#domain/replay-sales/replay-sales.schema.ts';

interface Answer {
  items: OwnReplayWire[];
}

/** The member's bought replays. They are asked for again when a right to one ends. */
export function useOwnReplays(isNeeded = true): { own: Own<Answer>; askAgain: () => void } {
  const { own, askAgain } = useOwn<Answer>(replaySaleCalls.my(), { isNeeded, tells: false });
  const ends = own.state === 'known' ? own.items.filter(isRunning).map((item) => item.expires_ts * 1_000) : [];
  useAtEnd(ends.length > 0 ? Math.min(...ends) : null, own, askAgain);
  return { own, askAgain };
}

const isRunning = ({ state }: OwnReplayWire) => state === 'running';

/** The running right to a broadcast, if there is one. */
export const runningOf = (own: Own<Answer>, archiveId: number): OwnReplayWire | undefined =>
  own.state === 'known'
    ? own.items.find((item) => item.program_archive_id === archiveId && isRunning(item))
    : undefined;
