import { useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { centsOf } from './cents-of.ts';
import styles from './money.module.css';

const text = moneyText.refund;

interface Refundable {
  most_cents: number;
  unused_cents: number;
  is_all_or_nothing: boolean;
}
interface WaitingRefund {
  approval_id: number;
  cents: number;
  reason: string;
  asked_by: string;
  asked_ts: number;
  expires_ts: number;
}

export interface RefundBoxProps {
  orderId: number;
  /** Besides what waits. */
  refundable: Refundable | null;
  /** Why more of what was paid cannot be refunded. */
  kept: keyof typeof text.kept | null;
  waiting: readonly WaitingRefund[];
}

const at = (seconds: number): string => dateTimeHk(new Date(seconds * 1000)).slice(0, 16);

/** Refunds that a second person has not decided: they are not asked for again. */
function Waiting({ waiting }: Pick<RefundBoxProps, 'waiting'>) {
  return (
    <>
      <ul className={styles.list}>
        {waiting.map(({ approval_id: id, cents, reason, asked_by: who, asked_ts: asked, expires_ts: until }) => (
          <li key={id}>
            <span>
              <b>{exactHk(cents)}</b>　{text.waits}
              <br />
              <span className={styles.small}>{text.asked(who, at(asked), reason, at(until))}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.words}>
        <Link className={styles.csv} to={deskPaths.approvals()}>
          {text.decide}
        </Link>
      </p>
    </>
  );
}

/** How much of an order to refund. The maximum is shown before, and what waits for a second person. */
export function RefundBox(props: RefundBoxProps) {
  const { refundable, kept, waiting } = props;
  return (
    <Panel title={text.title}>
      {waiting.length > 0 && <Waiting waiting={waiting} />}
      {kept !== null && <p className={styles.words}>{text.kept[kept]}</p>}
      {refundable === null ? (
        (kept === null || waiting.length > 0) && (
          <p className={styles.words}>{waiting.length > 0 ? text.nothingBesides : text.nothing}</p>
        )
      ) : (
        <RefundForm {...props} refundable={refundable} />
      )}
    </Panel>
  );
}

function RefundForm({ orderId, refundable, kept, waiting }: RefundBoxProps & { refundable: Refundable }) {
  const session = useRouteLoaderData<Session>('desk');
  const [picked, setHow] = useState<'all' | 'unused' | 'amount'>('all');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(waiting);
  // What was asked for, here or by somebody else, is not asked for again.
  if (asked !== waiting) {
    setAsked(waiting);
    if (asked.length !== waiting.length) {
      setHow('all');
      setTyped('');
    }
  }
  const { most_cents: most, unused_cents: unused, is_all_or_nothing: isAllOnly } = refundable;
  const amount = centsOf(typed);
  const isAmount = amount !== null && amount >= 1 && amount <= most;
  const wordsOfAll = waiting.length > 0 ? text.rest : kept === null ? text.all : text.whole;
  const choices = [
    ['all', wordsOfAll(exactHk(most))],
    ...(unused > 0 && !isAllOnly ? [['unused', text.unused(exactHk(unused))] as const] : []),
    ...(isAllOnly ? [] : [['amount', text.amount] as const]),
  ] as const;
  // A refund may have left no unused time.
  const how = choices.some(([value]) => value === picked) ? picked : 'all';
  return (
    <>
      <p className={styles.words}>
        {waiting.length > 0 ? text.mostBesides(exactHk(most)) : text.most(exactHk(most))}
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
    </>
  );
}

/** If part of an order's value moved to another plan, "all" is the amount that is left here. */
const allOf = ({ most_cents: most, is_all_or_nothing: isAllOnly }: Refundable): number | 'all' =>
  isAllOnly ? 'all' : most;
