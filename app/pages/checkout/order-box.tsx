import { itemOf, paymentsText } from '#app/text/zh-hk/payments.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';
import type { PaymentView } from '#app/pages/plans/money-page.server.ts';
import styles from '#app/pages/plans/plans.module.css';

const text = paymentsText.checkout;

/**
 * What is bought, today's charge, the next one, and how to cancel: beside the button, on every page of the purchase.
 */
export function OrderBox({ payment }: { payment: PaymentView }) {
  const { kind, isOfPlan, lines, totalCents, discountCents, renewsOn, renewsCents, number } = payment;
  // It renews; when it is charged next is known once it is paid.
  const followsLater = renewsOn === null && (kind === 'plan_change' || kind === 'renewal');
  return (
    <section className={styles.summary} aria-labelledby="order-of-checkout">
      <h2 id="order-of-checkout">{text.order}</h2>
      <dl className={styles.sums}>
        {lines.map(({ name, quantity, cents }) => (
          <div key={name}>
            <dt>{itemOf({ name, quantity })}</dt>
            <dd>{moneyHk(cents)}</dd>
          </div>
        ))}
        {discountCents > 0 && (
          <div>
            <dt>{kind === 'plan_change' ? plansText.change.unusedDays : plansText.subscription.discount}</dt>
            <dd>{moneyHk(-discountCents)}</dd>
          </div>
        )}
        <div>
          <dt>{text.today}</dt>
          <dd>{moneyHk(totalCents)}</dd>
        </div>
      </dl>
      {kind === 'card_check' ? (
        <p>{plansText.card.words}</p>
      ) : followsLater ? null : renewsOn === null ? (
        <p>{isOfPlan ? plansText.subscription.once : plansText.subscription.onceOnly}</p>
      ) : (
        <>
          <p>{plansText.subscription.renews(fullDay(renewsOn), moneyHk(renewsCents))}</p>
          <p>{plansText.subscription.renewsHow}</p>
        </>
      )}
      {number !== null && <p>{text.orderNumber(number)}</p>}
    </section>
  );
}
