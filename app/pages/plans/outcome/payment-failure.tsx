import { useLoaderData, type MetaFunction } from 'react-router';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import { mayPay } from '#app/pages/checkout/payment-truth.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import type { failureLoader as loader } from './outcome.server.ts';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import { PaymentDetails } from './payment-details.tsx';
import styles from '#app/pages/plans/plans.module.css';
import { ResultTitle } from './result-title.tsx';

export { failureLoader as loader, payAgain as action } from './outcome.server.ts';

const { truths, reasons, buttons } = paymentsText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.newSubscriptionFailure(), {
    title: (loaderData ? truths[loaderData.payment.truth] : truths.failed).title,
    description: truths.failed.words,
  });

/** Not paid: the reason, that nothing was charged, and the same order with another method. */
export default function PaymentFailure() {
  const { payment, isOpen, dueCents, methods, method } = useLoaderData<typeof loader>();
  useFreshPage();
  const { truth, reason, kind } = payment;
  const isChange = kind === 'plan_change';
  // A closed order may still be paid, and then the plan is changed.
  const isUnchanged = isChange && truth !== 'closed';
  const mayPayAgain = isOpen && mayPay(truth);
  return (
    <>
      <ResultTitle tone={truth === 'closed' ? 'waits' : 'bad'}>
        {isUnchanged ? plansText.change.failureTitle : truths[truth].title}
      </ResultTitle>
      <p className={account.lead} role="alert">
        {reason !== null && `${reasons[reason]} `}
        {isUnchanged ? plansText.change.failure : truths[truth].words}
        {mayPayAgain && paymentsText.kept}
      </p>
      <PaymentDetails payment={payment} />
      {mayPayAgain ? (
        <section className={account.section}>
          <MoneyForm intent="pay" look="wide" tone="cta" submit={plansText.subscription.pay(moneyHk(dueCents))}>
            {() => (
              <>
                <input type="hidden" name="order" value={payment.orderId} readOnly />
                <PayMethods methods={methods} chosen={method} />
              </>
            )}
          </MoneyForm>
          {kind !== 'renewal' && (
            <p>
              <a className={account.quiet} href={moneyPaths.cancelPayment({ order: payment.orderId })}>
                {paymentsText.cancel.cancel}
              </a>
            </p>
          )}
        </section>
      ) : (
        <p className={styles.actions}>
          <ButtonLink tone="cta" href={isChange ? moneyPaths.changePlan() : paths.newSubscription()}>
            {buttons.plans}
          </ButtonLink>
          <ButtonLink tone="outline" href={paths.memberHistory()}>
            {buttons.history}
          </ButtonLink>
        </p>
      )}
    </>
  );
}
