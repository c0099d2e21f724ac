import { plansText as text, fullDay } from '#app/text/zh-hk/plans.ts';
import { Icon } from '#app/ui/icon.tsx';
import { dayHkOf } from '#shared/hk-time.ts';
import { moneyHk } from '#shared/money.ts';
import { centsADay, cheapestADay } from './cheapest.ts';
import styles from './plan-cards.module.css';

interface PlanCard {
  id: number;
  name: string;
  kind: 'once' | 'monthly' | 'yearly' | 'offline';
  priceCents: number;
  days: number;
  description: string;
  sellsUntilMs: number | null;
  isFamily: boolean;
}

/** This many or fewer do not fill a row. */
const FEW = 2;

/** Plans side by side. Each is a link: the choice is in the URL, and the total beside the button is the server's. */
export function PlanCards({
  plans,
  label = text.subscription.plans,
  featured = null,
  hrefOf,
}: {
  plans: readonly PlanCard[];
  label?: string;
  /** The highlighted one. */
  featured?: number | null;
  hrefOf: (plan: PlanCard) => string;
}) {
  const cheapest = cheapestADay(plans);
  return (
    <ul className={styles.cards} aria-label={label} data-few={plans.length <= FEW || undefined}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <a className={styles.card} href={hrefOf(plan)} data-featured={plan.id === featured || undefined}>
            <b>{plan.name}</b>
            <span>
              <span className={styles.price}>{moneyHk(plan.priceCents)}</span>
              <br />
              <span className={styles.terms}>
                {text.plan.per[plan.kind]}
                <br />
                {text.plan.perDay(moneyHk(Math.round(centsADay(plan))))}
                {plan.id === cheapest && <em className={styles.cheapest}>{text.plan.cheapest}</em>}
                {plan.sellsUntilMs !== null && (
                  <>
                    <br />
                    {text.plan.until(fullDay(dayHkOf(new Date(plan.sellsUntilMs - 1))))}
                  </>
                )}
              </span>
            </span>
            <ul className={styles.gets}>
              {[...text.plan.gets(plan.isFamily), ...plan.description.split('\n').filter(Boolean)].map((line) => (
                <li key={line}>
                  <Icon name="check" />
                  <span>{line}</span>
                </li>
              ))}
            </ul>
            <span className={styles.pick}>{text.pricing.choose}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
