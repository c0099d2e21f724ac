import { useMember } from '#app/components/frame/member-state.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replayGiftsText } from '#app/text/zh-hk/replay-gifts.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import styles from './single.module.css';
import { runningOf, useOwnReplays } from './use-own-replays.ts';

/**
 * Buys this replay without a plan, or shows that it was bought; with a plan, gives it to a friend. The page is the same for
 * everyone, so until the visitor is known it contains both, and shows one from the first paint by the mark of the document.
 */
export function OnlyThis({ archiveId, cents }: { archiveId: number; cents: number | null }) {
  const member = useMember();
  const hasPlan = member?.subscribed;
  const { own } = useOwnReplays(hasPlan === false && cents !== null);
  const owned = runningOf(own, archiveId);
  return (
    <span className={styles.either} data-known={member ? '' : undefined}>
      {hasPlan !== true && cents !== null && (
        <ButtonLink
          tone="outline"
          className={`${styles.only} ${styles.buys}`}
          href={owned ? replaySalePaths.bought() : replaySalePaths.buy(archiveId)}
        >
          {owned ? replaySalesText.ownedUntil(owned.expires_ts * 1_000) : replaySalesText.only(moneyHk(cents))}
        </ButtonLink>
      )}
      {hasPlan !== false && (
        <ButtonLink
          tone="outline"
          className={`${styles.only} ${styles.gives}`}
          href={replaySalePaths.gifts({ archive: archiveId })}
        >
          {replayGiftsText.give}
        </ButtonLink>
      )}
    </span>
  );
}
