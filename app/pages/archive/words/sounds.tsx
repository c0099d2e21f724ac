import { ReplayLink, type ReplayStart } from '#app/components/archive/replay-link.tsx';
import { heardWordsText as words } from '#app/text/zh-hk/heard-words.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { clockHk } from '#shared/hk-time.ts';
import styles from '../replay.module.css';

export interface SoundView {
  start: ReplayStart;
  startsAtMs: number;
  /** Empty for a bulletin without a title. */
  title: string;
  /** Of a song. */
  artist: string;
}

/** Songs and bulletins of a broadcast, as chapters: a press plays from each. Its parts have a list of their own. */
export function Sounds({ sounds }: { sounds: readonly SoundView[] }) {
  return (
    <section aria-labelledby="sounds">
      <SectionHeading id="sounds">{words.sounds}</SectionHeading>
      <ol className={styles.lines}>
        {sounds.map(({ start, startsAtMs, title, artist }) => {
          const clock = clockHk(new Date(startsAtMs));
          const name = [title || words.bulletin, artist].filter(Boolean).join(' · ');
          return (
            <li key={startsAtMs}>
              <time dateTime={new Date(startsAtMs).toISOString()}>{clock}</time>
              <ReplayLink start={start} label={words.playFrom(clock, name)}>
                {name}
              </ReplayLink>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
