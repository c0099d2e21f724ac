import { useEffect, useState } from 'react';
import { Form, useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router';
import { accountText, moneyText } from '#app/text/zh-hk/desk-money.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { addDaysHk, clockHk, dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { MoneyHead } from './money-tabs.tsx';
import { ReconcileBox } from './reconcile-box.tsx';
import styles from './money.module.css';

const text = moneyText.ledger;

interface Loaded {
  from: string;
  to: string;
  movements: { debit: string; credit: string; transfers: number; cents: number }[];
  balances: { items: { account: string; cents: number }[]; sum_cents: number };
  days: {
    first_open_day: string | null;
    items: { day: string; transfers: number; cents: number; sealed_ts: number; hash: string }[];
    next_before: string | null;
  };
}

export async function loadLedger({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const today = dayHkOf(new Date());
  const { from = addDaysHk(today, -1), to = today, before } = filterOf(request.url, ['from', 'to', 'before']);
  const [ledger, balances, days] = await Promise.all([
    call<Pick<Loaded, 'movements'>>(
      `/api/staff/money/ledger?${new URLSearchParams({ from, to })}`,
      undefined,
      request.signal,
    ),
    call<Loaded['balances']>('/api/staff/money/balances', undefined, request.signal),
    call<Loaded['days']>(
      `/api/staff/money/days${before === undefined ? '' : `?${new URLSearchParams({ before })}`}`,
      undefined,
      request.signal,
    ),
  ]);
  return { from, to, movements: ledger.movements, balances, days };
}

/** The seals, verified when the page is opened. */
function SealState() {
  const [state, setState] = useState<{ broken: string[]; checked_ts: number } | null>(null);
  useEffect(() => {
    const mine = new AbortController();
    void call<NonNullable<typeof state>>('/api/staff/money/days/check', undefined, mine.signal).then(
      setState,
      () => null,
    );
    return () => mine.abort();
  }, []);
  if (state === null) return <span role="status">{text.checking}</span>;
  const { broken, checked_ts: at } = state;
  return (
    <span role="status" className={styles.state} data-tone={broken.length === 0 ? 'good' : 'bad'}>
      {broken.length === 0 ? text.intact(clockHk(new Date(at * 1000))) : text.broken(broken.join('、'))}
    </span>
  );
}

function Movements({ from, to, movements }: Pick<Loaded, 'from' | 'to' | 'movements'>) {
  return (
    <Panel
      title={text.movements}
      aside={
        <a className={styles.csv} href={`/api/staff/money/ledger.csv?${new URLSearchParams({ from, to })}`} download>
          <Icon name="download" />
          {moneyText.csv}
        </a>
      }
    >
      {movements.length === 0 ? (
        <p className={styles.empty}>{text.noMovements}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.debit}</th>
              <th scope="col">{text.credit}</th>
              <th scope="col">{text.count}</th>
              <th scope="col" className={styles.cents}>
                {text.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map(({ debit, credit, transfers, cents }) => (
              <tr key={`${debit} ${credit}`}>
                <th scope="row" data-label={text.debit}>
                  {accountText(debit)}
                </th>
                <td data-label={text.credit}>{accountText(credit)}</td>
                <td data-label={text.count}>{transfers}</td>
                <td data-label={text.amount} className={styles.cents}>
                  {exactHk(cents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function CheckReceipts({ day: first }: { day: string }) {
  const [day, setDay] = useState(first);
  const [checked, setChecked] = useState('');
  return (
    <Panel title={text.check}>
      <div className={styles.panelForm}>
        <label>
          {text.checkDay}
          <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </label>
        <ActionButton
          action="receipts.check"
          input={{ day }}
          words={text.check}
          tone="outline"
          disabled={day === ''}
          onDone={({ orders, differences }) =>
            setChecked(text.checked({ orders: Number(orders), differences: Number(differences) }))
          }
        />
        <p role="status" className={`${styles.wide} ${styles.small}`}>
          {checked}
        </p>
      </div>
    </Panel>
  );
}

/** The books: movements of some days, balances, sealed days, and reconciliation. */
export function LedgerPage() {
  const { from, to, movements, balances, days } = useLoaderData<Loaded>();
  const isLoading = useNavigation().state === 'loading';
  return (
    <>
      <MoneyHead page={text.title} />
      <Form key={`${from} ${to}`} className={styles.form} role="search" aria-label={text.days}>
        <label>
          {moneyText.orders.from}
          <input name="from" type="date" defaultValue={from} required />
        </label>
        <label>
          {moneyText.orders.to}
          <input name="to" type="date" defaultValue={to} required />
        </label>
        <Button type="submit" disabled={isLoading}>
          {moneyText.show}
        </Button>
      </Form>
      <Movements from={from} to={to} movements={movements} />
      <div className={styles.columns}>
        <Panel title={text.balances}>
          <ul className={styles.list}>
            {balances.items.map(({ account, cents }) => (
              <li key={account}>
                <span>{accountText(account)}</span>
                <span>{exactHk(cents)}</span>
              </li>
            ))}
            <li>
              <b>{text.sum}</b>
              <b>{exactHk(balances.sum_cents)}</b>
            </li>
          </ul>
        </Panel>
        <div>
          <ReconcileBox day={from} />
          <CheckReceipts day={from} />
          <Panel title={text.seals} aside={<SealState />}>
            <div className={styles.panelForm}>
              {days.first_open_day !== null && <p className={styles.wide}>{text.firstOpen(days.first_open_day)}</p>}
              <ActionButton action="ledger.close-days" input={{}} words={text.close} tone="outline" />
            </div>
            {days.items.length === 0 && <p className={styles.words}>{text.noSeals}</p>}
            <ul className={styles.list}>
              {days.items.map(({ day, transfers, cents, sealed_ts: at }) => (
                <li key={day}>
                  <span>
                    <b>{day}</b>
                    <br />
                    <span className={styles.small}>{dateTimeHk(new Date(at * 1000))}</span>
                  </span>
                  <span>{`${transfers}　${exactHk(cents)}`}</span>
                </li>
              ))}
            </ul>
            {days.next_before !== null && (
              <p className={styles.more}>
                <a href={`?${new URLSearchParams({ from, to, before: days.next_before })}`}>{moneyText.more}</a>
              </p>
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}
