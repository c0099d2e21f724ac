import { fieldText, valueText } from '#app/text/zh-hk/desk-fields.ts';
import { actionText, subjectText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import type { ShownRow } from '#shared/staff/shown-row.ts';
import styles from './actions.module.css';

const text = deskText.audit;

const isLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string');

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return text.none;
  if (isLines(value)) return value.join('\n');
  return valueText(field, value);
}

/** The changed fields of one row, before and after. */
export function ChangedFields({ before, after }: Pick<ShownRow, 'before' | 'after'>) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return null;
  return (
    <table className={styles.changes}>
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
            <th scope="row">{fieldText(field)}</th>
            <td>{before && field in before ? <del>{shown(field, before[field])}</del> : text.none}</td>
            <td>{after && field in after ? <ins>{shown(field, after[field])}</ins> : text.none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What an action changes, as its preview and its approval show it. */
export function ShownRows({ rows }: { rows: readonly ShownRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map((row, i) => (
        <li key={i}>
          <p>
            {actionText(row.action)} <b>{subjectText(row.subject_kind, row.subject_id)}</b>
          </p>
          <ChangedFields {...row} />
        </li>
      ))}
    </ul>
  );
}
