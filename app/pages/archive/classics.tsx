import { ReplayCard } from '#app/components/archive/replay-card.tsx';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import page from '#app/styles/page.module.css';
import styles from './archives.module.css';

/** What never goes out of date, by its year. */
export function Classics({ replays }: { replays: ReplayView[] }) {
  return (
    <section className={`${page.band} on-ink ${styles.classics}`} aria-labelledby="classics">
      <div className="wrap">
        <SectionHeading id="classics">{archiveText.classics}</SectionHeading>
        <ul className={styles.cards}>
          {replays.map((replay) => (
            <li key={replay.id}>
              <ReplayCard replay={replay} when={timeText.year(replay.day.slice(0, 4))} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
