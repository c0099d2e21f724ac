import { paths } from '#app/paths.ts';
import { campaignText as text } from '#app/text/zh-hk/campaigns.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from './aired.module.css';

export interface AiredView {
  /** Moments of the archive at which names were read. */
  plays: readonly { dayHk: string; archiveId: number; atMs: number; untilMs: number }[];
  thanked: readonly string[];
}

/** The names of supporters, and where in the archive they were read. */
export function Aired({ plays, thanked }: AiredView) {
  return (
    <>
      {plays.length > 0 && (
        <section className="wrap">
          <SectionHeading>{text.plays}</SectionHeading>
          <ul className={styles.plays}>
            {plays.map(({ dayHk, archiveId, atMs, untilMs }) => (
              <li key={dayHk}>
                <a href={paths.replay(archiveId, { atMs, untilMs })}>{text.playOf(dayHk)}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {thanked.length > 0 && (
        <section className="wrap">
          <SectionHeading>{text.thanked}</SectionHeading>
          <p className={styles.thanked}>{thanked.join('\u3000')}</p>
        </section>
      )}
    </>
  );
}
