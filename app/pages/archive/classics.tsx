import { ReplayCard } from '#app/components/archive/replay-card.tsx';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { paths } from '#app/paths.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import page from '#app/styles/page.module.css';
import styles from './archives.module.css';

const CARDS = 12;

/** Evergreen programmes, by year. */
export function Classics({ replays }: { replays: ReplayView[] }) {
  return (
    <section className={`${page.band} on-ink ${styles.classics}`} aria-labelledby="classics">
      <div className="wrap">
        <SectionHeading id="classics">{archiveText.classics}</SectionHeading>
        <ul className={styles.cards}>
          {replays.slice(0, CARDS).map((replay) => (
            <li key={replay.id}>
              <ReplayCard replay={replay} when={timeText.year(replay.day.slice(0, 4))} />
            </li>
          ))}
        </ul>
        {replays.length > CARDS && (
          <details className={styles.all}>
            <summary>{archiveText.more(replays.length - CARDS)}</summary>
            <ul>
              {replays.slice(CARDS).map(({ id, title, day }) => (
                <li key={id}>
                  <a href={paths.replay(id)}>
                    <Phrase text={title} />
                  </a>
                  <span className={page.meta}>{timeText.year(day.slice(0, 4))}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
