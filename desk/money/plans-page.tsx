import { useState } from 'react';
import { useLoaderData, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router';
import { codesText } from '#app/text/zh-hk/desk-codes.ts';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { addDaysHk, dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { centsOf } from './cents-of.ts';
import { NewPlan } from './new-plan.tsx';
import { ReplayPricesPanel, type ReplayPrice } from './replay-prices-panel.tsx';
import { OutagesPanel } from './outages-panel.tsx';
import { MoneyHead } from './money-tabs.tsx';
import styles from './money.module.css';

const text = moneyText.plans;

interface Plan {
  plan_id: number;
  name: string;
  kind: string;
  days: number;
  period_months: number | null;
  eligible: string;
  price_cents: number;
  former_price_cents: number | null;
  repriced_ts: number | null;
  is_on_sale: boolean;
  sells_from_ts: number | null;
  sells_until_ts: number | null;
  renewing: number;
}

export async function loadPlans({ request: { signal } }: LoaderFunctionArgs) {
  const [{ items }, replays] = await Promise.all([
    call<{ items: Plan[] }>('/api/staff/money/plans', undefined, signal),
    call<{ items: ReplayPrice[] }>('/api/staff/money/replay-prices', undefined, signal),
  ]);
  return { items, replays: replays.items };
}

const dayOf = (seconds: number | null): string => (seconds === null ? '' : dayHkOf(new Date(seconds * 1000)));
/** The last day of a sale that ends with a day. */
const lastDayOf = (seconds: number | null): string => (seconds === null ? '' : addDaysHk(dayOf(seconds), -1));

function Price({ plan: { plan_id: plan, price_cents: now, renewing } }: { plan: Plan }) {
  const [given, setGiven] = useState((now / 100).toFixed(2));
  const cents = centsOf(given);
  return (
    <div className={styles.panelForm}>
      <label>
        {text.newPrice}
        <input inputMode="decimal" value={given} onChange={(event) => setGiven(event.target.value)} />
      </label>
      <ActionButton
        action="plans.price"
        input={{ plan, price_cents: cents ?? 0 }}
        words={text.reprice}
        disabled={cents === null || cents === now}
      />
      {renewing > 0 && <p className={styles.note}>{text.renewing(renewing)}</p>}
    </div>
  );
}

function Sale({ plan }: { plan: Plan }) {
  const [from, setFrom] = useState(dayOf(plan.sells_from_ts));
  const [until, setUntil] = useState(lastDayOf(plan.sells_until_ts));
  const isBackwards = from !== '' && until !== '' && until < from;
  return (
    <div className={styles.panelForm}>
      <label>
        {text.from}
        <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label>
        {text.until}
        <input type="date" value={until} min={from} onChange={(event) => setUntil(event.target.value)} />
      </label>
      <ActionButton
        action="plans.sell"
        input={{ plan: plan.plan_id, sells_on: from || null, sells_until: until || null }}
        words={text.sell}
        tone="outline"
        disabled={isBackwards}
      />
      <p className={styles.small}>{isBackwards ? text.backwards : text.empty}</p>
    </div>
  );
}

/** Plans, their prices and when they are sold. */
export function PlansPage() {
  const { items, replays } = useLoaderData<typeof loadPlans>();
  const session = useRouteLoaderData<Session>('desk');
  const may = (action: string) => session?.actions.includes(action) ?? false;
  return (
    <>
      <MoneyHead page={text.title} />
      {items.map((plan) => (
        <Panel
          key={`${plan.plan_id} ${plan.price_cents} ${plan.sells_from_ts} ${plan.sells_until_ts}`}
          title={plan.name}
          aside={<span className={styles.state}>{plan.is_on_sale ? text.onSale : text.notOnSale}</span>}
        >
          <dl className={styles.facts}>
            <dt>{text.price}</dt>
            <dd>
              {exactHk(plan.price_cents)}
              {plan.former_price_cents !== null && plan.repriced_ts !== null && (
                <span className={styles.small}>
                  {' '}
                  {text.former(exactHk(plan.former_price_cents), dateTimeHk(new Date(plan.repriced_ts * 1000)))}
                </span>
              )}
            </dd>
            <dt>{text.kind}</dt>
            <dd>{`${text.kinds[plan.kind] ?? plan.kind}　${text.days(plan.days)}`}</dd>
            <dt>{text.eligible}</dt>
            <dd>{codesText.eligibles[plan.eligible as 'all']}</dd>
            <dt>{text.renewers}</dt>
            <dd>{plan.renewing}</dd>
          </dl>
          {may('plans.price') && <Price plan={plan} />}
          {may('plans.sell') && <Sale plan={plan} />}
        </Panel>
      ))}
      <ReplayPricesPanel prices={replays} mayChange={may('replays.price')} />
      {may('plans.create') && <NewPlan />}
      {may('subscriptions.credit-outage') && <OutagesPanel />}
    </>
  );
}
