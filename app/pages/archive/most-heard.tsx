import { ReplayRank } from '#app/components/archive/replay-rank.tsx';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { DayHk } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import styles from './archives.module.css';

/**
 * The most heard replays, or the newest, labelled as such, if there are no counts. The first ten, with the rest
 * collapsed.
 */
export function MostHeard({ replays, isCounted, today }: { replays: ReplayView[]; isCounted: boolean; today: DayHk }) {
  if (replays.length === 0) return null;
  const first = replays.slice(0, PAGE_LIMITS.mostViewedArchives);
  // Newest ones are also found by day above.
  const rest = isCounted ? replays.slice(first.length) : [];
  return (
    <section aria-labelledby="most-heard">
      <SectionHeading id="most-heard" small {...(isCounted ? {} : { note: archiveText.newestNote })}>
        {isCounted ? replaysText.mostHeard : replaysText.newestReplays}
      </SectionHeading>
      <ReplayRank replays={first} today={today} />
      {rest.length > 0 && (
        <details className={styles.all}>
          <summary>{archiveText.more(rest.length)}</summary>
          <ReplayRank replays={rest} today={today} from={first.length + 1} />
        </details>
      )}
    </section>
  );
}
