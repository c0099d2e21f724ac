import { actionText, subjectText } from '#app/text/zh-hk/desk-names.ts';
import { reasonText } from '#app/text/zh-hk/desk-reasons.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Icon } from '#app/ui/icon.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import type { Undo } from '../actions/run-action.ts';
import { ChangedFields } from '../actions/shown-rows.tsx';
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
  request_id: string | null;
}

const text = deskText.audit;

/** One action; opened, it shows what was changed, with an undo if nothing has changed since. */
export function AuditRow({ item, undo }: { item: AuditItem; undo: Undo | undefined }) {
  const { id, at_ts: at, who, action, subject_kind: kind, subject_id: subject, before, after, reason, position } = item;
  return (
    <details className={styles.row}>
      <summary>
        <time dateTime={new Date(at * 1000).toISOString()}>{dateTimeHk(new Date(at * 1000)).slice(11)}</time>
        <b>{who}</b>
        <span>
          {actionText(action)}　<b>{subjectText(kind, subject)}</b>
        </span>
        <span className={styles.reason}>
          {reasonText(action, reason)} {undo && <span className={styles.undo}>{text.mayUndo}</span>}
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.changes}>
        <ChangedFields before={before} after={after} />
        <p>{text.event(id, position)}</p>
        {undo && (
          <ActionButton
            action={undo.action}
            input={undo.input}
            undoOf={undo.undo_of}
            words={text.undo(actionText(action))}
            size="small"
            tone="outline"
          />
        )}
      </div>
    </details>
  );
}
