import { centsADay, cheapestADay } from '#app/components/plans/cheapest.ts';
import { plansText as text } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';
import styles from '#app/pages/plans/plans.module.css';

interface PlanOption {
  id: number;
  name: string;
  kind: keyof typeof text.plan.per;
  priceCents: number;
  days: number;
}

/** Compact list of plans, so that price and button are close. Each is a link: the choice is in the URL. */
export function PlanOptions({
  plans,
  current,
  hrefOf,
}: {
  plans: readonly PlanOption[];
  current: number | null;
  hrefOf: (plan: PlanOption) => string;
}) {
  const cheapest = cheapestADay(plans);
  return (
    <ul className={styles.options} aria-label={text.subscription.plans}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <a href={hrefOf(plan)} aria-current={plan.id === current ? 'true' : undefined}>
            <span>
              {plan.name}
              <small>{text.plan.per[plan.kind]}</small>
              {plan.id === cheapest && <em className={styles.cheapest}>{text.plan.cheapest}</em>}
            </span>
            <b>
              {moneyHk(plan.priceCents)}
              <small>{text.plan.perDay(moneyHk(Math.round(centsADay(plan))))}</small>
            </b>
          </a>
        </li>
      ))}
    </ul>
  );
}
