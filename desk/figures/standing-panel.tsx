import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { Panel } from '../frame/panel.tsx';
import type { Standing } from './figure-types.ts';
import styles from './figures.module.css';

const text = figuresText.known;
const at = (seconds: number) => momentWords(seconds * 1_000);

/** How reliable the figures of a day are. */
export function StandingPanel({ day, standing }: { day: string; standing: Standing }) {
  return (
    <Panel title={figuresText.day.of(text.title, day)}>
      <ul className={styles.known}>
        <li>{standing.is_final ? text.final(at(standing.final_ts)) : text.open(at(standing.final_ts))}</li>
        <li>{standing.computed_ts === null ? text.never : text.computed(at(standing.computed_ts))}</li>
        {standing.late_reports > 0 && (
          <li>{text.late(standing.late_reports, figuresText.hours(standing.late_heard_ms))}</li>
        )}
        {standing.one_in > 1 && <li>{text.sampled(standing.one_in, standing.sessions, standing.sessions_error)}</li>}
        <li>{text.coverage}</li>
        <li>{text.robots}</li>
      </ul>
    </Panel>
  );
}
