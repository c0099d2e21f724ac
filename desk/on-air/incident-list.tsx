import { Link } from 'react-router';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import type { Incident } from './on-air.types.ts';
import styles from './on-air-page.module.css';

/** Incidents with what they are about, their age or end, and their runbook. */
export function IncidentList({ incidents, nowMs }: { incidents: readonly Incident[]; nowMs: number }) {
  return (
    <ul className={styles.rows}>
      {incidents.map((incident) => {
        const { incident_id: id, kind, subject, figures, opened_ts: opened, closed_ts: closed } = incident;
        const lasted = Math.max(0, Math.round((closed ?? nowMs / 1_000) - opened));
        return (
          <li key={id}>
            <b>{text.incident(kind, subject)}</b>
            <span className={styles.badge} data-tone={closed === null ? 'off' : undefined}>
              {closed === null ? text.openFor(lasted) : text.lasted(lasted)}
            </span>
            <span className={styles.note}>
              <time dateTime={new Date(opened * 1_000).toISOString()}>{dateTimeHk(new Date(opened * 1_000))}</time>
              {Object.entries(figures).map(([name, value]) => `，${text.figure(name, value)}`)}
              {closed === null && text.firstStep(kind) !== undefined && `。${text.firstStep(kind)}`}
              {closed !== null &&
                `。${incident.closed_by === null ? text.closedItself : text.closedBy(incident.closed_by, incident.closing_words ?? '')}`}
            </span>
            <span className={styles.tools}>
              <Link to={deskPaths.runbook(kind)}>{text.runbook}</Link>
              {closed === null && (
                <ActionButton
                  size="small"
                  tone="outline"
                  action="incidents.close"
                  input={{ incident_id: id }}
                  words={text.closeIncident}
                />
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
