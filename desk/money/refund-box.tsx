import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { centsOf } from './cents-of.ts';
import styles from './money.module.css';

const text = moneyText.refund;

export interface Refundable {
  most_cents: number;
  unused_cents: number;
  is_all_or_nothing: boolean;
}

/** How much of an order to refund. The maximum is shown before. */
export function RefundBox({ orderId, refundable }: { orderId: number; refundable: Refundable | null }) {
  const session = useRouteLoaderData<Session>('desk');
  const [picked, setHow] = useState<'all' | 'unused' | 'amount'>('all');
  const [typed, setTyped] = useState('');
  if (refundable === null)
    return (
      <Panel title={text.title}>
        <p className={styles.words}>{text.nothing}</p>
      </Panel>
    );
  const { most_cents: most, unused_cents: unused, is_all_or_nothing: isAllOnly } = refundable;
  const amount = centsOf(typed);
  const isAmount = amount !== null && amount >= 1 && amount <= most;
  const choices = [
    ['all', text.all(exactHk(most))],
    ...(unused > 0 && !isAllOnly ? [['unused', text.unused(exactHk(Math.min(unused, most)))] as const] : []),
    ...(isAllOnly ? [] : [['amount', text.amount] as const]),
  ] as const;
  // A refund may have left no unused time.
  const how = choices.some(([value]) => value === picked) ? picked : 'all';
  return (
    <Panel title={text.title}>
      <p className={styles.words}>
        {text.most(exactHk(most))}
        {isAllOnly && text.allOnly}
      </p>
      {session?.actions.includes('orders.refund') ? (
        <div className={styles.panelForm}>
          <fieldset className={styles.choices}>
            <legend>{text.how}</legend>
            {choices.map(([value, words]) => (
              <label key={value}>
                <input type="radio" name="how" checked={how === value} onChange={() => setHow(value)} />
                {words}
              </label>
            ))}
          </fieldset>
          {how === 'amount' && (
            <label>
              {text.cents}
              <input
                inputMode="decimal"
                value={typed}
                aria-invalid={typed !== '' && !isAmount}
                aria-describedby="refund-amount"
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
          )}
          <ActionButton
            action="orders.refund"
            input={{
              order_id: orderId,
              cents: how === 'amount' ? (amount ?? 0) : how === 'all' ? allOf(refundable) : how,
            }}
            words={text.words}
            disabled={how === 'amount' && !isAmount}
            onDone={() => {
              // The amount that was refunded is not asked for again.
              setHow('all');
              setTyped('');
            }}
          />
          <p id="refund-amount" className={`${styles.wide} ${styles.small}`}>
            {how === 'amount' && typed !== '' && !isAmount ? text.wrong(exactHk(most)) : text.final}
          </p>
        </div>
      ) : (
        <p className={styles.words}>{text.refuse}</p>
      )}
    </Panel>
  );
}

/** If part of an order's value moved to another plan, "all" is the amount that is left here. */
const allOf = ({ most_cents: most, is_all_or_nothing: isAllOnly }: Refundable): number | 'all' =>
  isAllOnly ? 'all' : most;
