import { eventsText } from '#app/text/zh-hk/desk-events.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { reasonText } from '#app/text/zh-hk/desk-reasons.ts';
import { Panel } from '../frame/panel.tsx';
import type { AuditLine } from './event-types.ts';
import styles from '../money/money.module.css';

/** Latest staff actions on one thing. */
export function AuditLines({ title, empty, lines }: { title: string; empty: string; lines: readonly AuditLine[] }) {
  return (
    <Panel title={title}>
      {lines.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ol className={styles.timeline}>
        {lines.map(({ id, at_ts: at, who, action, reason }) => (
          <li key={id}>
            <time className={styles.small} dateTime={new Date(at * 1000).toISOString()}>
              {eventsText.at(at)}
            </time>
            <p>
              <b>{actionText(action)}</b>　{who}
            </p>
            {reasonText(action, reason) !== '' && <p className={styles.small}>{reasonText(action, reason)}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
