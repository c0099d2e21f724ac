import { useMember } from '#app/components/frame/member-state.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replayGiftsText } from '#app/text/zh-hk/replay-gifts.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import styles from './single.module.css';
import { runningOf, useOwnReplays } from './use-own-replays.ts';

/** Buys this replay without a plan, or tells that it was bought; with a plan, gives it to a friend. */
export function OnlyThis({ archiveId, cents }: { archiveId: number; cents: number | null }) {
  const hasPlan = useMember()?.subscribed === true;
  const { own } = useOwnReplays(!hasPlan && cents !== null);
  const owned = runningOf(own, archiveId);
  const look = { tone: 'outline', className: styles.only } as const;
  if (hasPlan)
    return (
      <ButtonLink {...look} href={replaySalePaths.gifts({ archive: archiveId })}>
        {replayGiftsText.give}
      </ButtonLink>
    );
  if (owned) return <p>{replaySalesText.ownedUntil(owned.expires_ts * 1_000)}</p>;
  if (cents === null) return null;
  return (
    <ButtonLink {...look} href={replaySalePaths.buy(archiveId)}>
      {replaySalesText.only(moneyHk(cents))}
    </ButtonLink>
  );
}
