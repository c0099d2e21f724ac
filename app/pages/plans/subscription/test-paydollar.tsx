import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import type { loader } from './test-paydollar.server.ts';

export { action, loader } from './test-paydollar.server.ts';

const text = plansText.subscription;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.testingPaydollarSubscription(), {
    title: text.testTitle,
    description: text.description,
  });

/** Buys any plan through PayDollar, whatever methods it is offered with. */
export default function TestPaydollar() {
  const { plans } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.testTitle}</h1>
      <ul className={account.rows}>
        {plans.map((plan) => (
          <li key={plan.id} className={account.item}>
            <b>{plan.name}</b>
            <MoneyForm
              intent="buy"
              thing={String(plan.id)}
              look="row"
              tone="cta"
              submit={text.pay(moneyHk(plan.priceCents))}
              label={`${text.pay(moneyHk(plan.priceCents))} ${plan.name}`}
            >
              {() => <input type="hidden" name="plan" value={plan.id} readOnly />}
            </MoneyForm>
          </li>
        ))}
      </ul>
    </>
  );
}
