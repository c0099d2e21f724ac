import { deskText } from '#app/text/zh-hk/desk.ts';
import { useLiveRead } from '../live/live.ts';
import styles from './frame.module.css';

interface Approvals {
  items: { may_decide: boolean }[];
}

const NONE: Approvals = { items: [] };
const POLL_MS = 60_000;

/** How many actions wait for the caller's approval. */
export function ApprovalsCount() {
  const { value } = useLiveRead('/api/staff/approvals?state=open', NONE, { kind: 'approvals', pollMs: POLL_MS });
  const count = value.items.filter(({ may_decide: mayDecide }) => mayDecide).length;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count}
      <span className="vh">{deskText.approvals.waiting}</span>
    </span>
  );
}
