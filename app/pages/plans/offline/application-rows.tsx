import { dayWords } from '#app/text/zh-hk/account.ts';
import { offlineText as text } from '#app/text/zh-hk/offline-payment.ts';
import { StateTag } from '#app/pages/account/state-tag.tsx';
import { moneyHk } from '#shared/money.ts';
import type { ApplicationView } from './offline.server.ts';
import account from '#app/pages/account/account.module.css';

const GRANTED = 3;

/** Applications by cheque or deposit, and their state. */
export function ApplicationRows({ rows }: { rows: readonly ApplicationView[] }) {
  return (
    <ul className={account.rows}>
      {rows.map((one) => (
        <li key={one.id} className={account.item}>
          <div>
            <b>{text.row(one.plans365, one.extra30days, moneyHk(one.totalCents))}</b>
            <p className={account.meta}>
              <time dateTime={new Date(one.createdAtMs).toISOString()}>{dayWords(one.createdAtMs)}</time>
              <span>{text.methods[one.paymentMethod]}</span>
              {one.decidedWhy && <span>{one.decidedWhy}</span>}
            </p>
          </div>
          <StateTag isGood={one.state === GRANTED} words={[text.states[GRANTED] ?? '', text.states[one.state] ?? '']} />
        </li>
      ))}
    </ul>
  );
}
