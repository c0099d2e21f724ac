import { actionText, deskText } from '#app/text/zh-hk/desk.ts';
import { Icon } from '#app/ui/icon.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import styles from './audit-page.module.css';

export interface AuditItem {
  id: number;
  at_ts: number;
  who: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string;
  position: number | null;
}

const text = deskText.audit;

const shown = (value: unknown): string =>
  value === undefined || value === null ? text.none : typeof value === 'string' ? value : JSON.stringify(value);

/** One action; opened, it shows what was changed. */
export function AuditRow({ item }: { item: AuditItem }) {
  const { id, at_ts: at, who, action, subject_kind: kind, subject_id: subject, before, after, reason, position } = item;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <details className={styles.row}>
      <summary>
        <time dateTime={new Date(at * 1000).toISOString()}>{dateTimeHk(new Date(at * 1000))}</time>
        <b>{who}</b>
        <span>
          {actionText(action)}　<b>{`${kind}:${subject}`}</b>
        </span>
        <span className={styles.reason}>{reason}</span>
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.changes}>
        {fields.length > 0 && (
          <table>
            <caption className="vh">{text.changes}</caption>
            <thead>
              <tr>
                <th scope="col">{text.field}</th>
                <th scope="col">{text.before}</th>
                <th scope="col">{text.after}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{before && field in before ? <del>{shown(before[field])}</del> : text.none}</td>
                  <td>{after && field in after ? <ins>{shown(after[field])}</ins> : text.none}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p>{text.event(id, position)}</p>
      </div>
    </details>
  );
}
