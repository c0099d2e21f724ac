import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { clockHk, type DayHk } from '#shared/hk-time.ts';
import styles from './replay-rank.module.css';
import type { ReplayView } from './replay-view.ts';

/** A numbered list of replays. */
export function ReplayRank({ replays, today, from = 1 }: { replays: ReplayView[]; today: DayHk; from?: number }) {
  return (
    <ol className={styles.rank} start={from}>
      {replays.map(({ id, title, channels, day, startsAtMs }, at) => (
        <li key={id} data-channel={channels[0]}>
          <span className={styles.place} aria-hidden="true">
            {from + at}
          </span>
          <div>
            <a href={paths.replay(id)}>
              <Phrase text={title} />
            </a>
            <p className={page.meta}>
              {channels.map((channel) => (
                <Numeral key={channel} channel={channel} />
              ))}
              <span>
                {timeText.showDay({ day, startsAtMs }, today)} {clockHk(new Date(startsAtMs))}
              </span>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
