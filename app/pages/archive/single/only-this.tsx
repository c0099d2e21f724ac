import { useMember } from '#app/components/frame/member-state.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import styles from './single.module.css';
import { runningOf, useOwnReplays } from './use-own-replays.ts';

/** Buys this replay without a plan, or tells that it was bought. Hidden for members with a plan. */
export function OnlyThis({ archiveId, cents }: { archiveId: number; cents: number }) {
  const hasPlan = useMember()?.subscribed === true;
  const { own } = useOwnReplays(!hasPlan);
  const owned = runningOf(own, archiveId);
  if (owned && !hasPlan) return <p>{replaySalesText.ownedUntil(owned.expires_ts * 1_000)}</p>;
  return (
    <ButtonLink tone="outline" className={styles.only} hidden={hasPlan} href={replaySalePaths.buy(archiveId)}>
      {replaySalesText.only(moneyHk(cents))}
    </ButtonLink>
  );
}
