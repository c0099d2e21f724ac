import { useLoaderData, type MetaFunction } from 'react-router';
import { mayPay } from '#app/pages/checkout/payment-truth.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from './money-form.tsx';
import type { leftLoader as loader } from './outcome.server.ts';
import { PayMethods } from './pay-methods.tsx';
import { PaymentDetails } from './payment-details.tsx';
import styles from './plans.module.css';

export { leftAction as action, leftLoader as loader } from './outcome.server.ts';

const { cancel: text, truths, buttons } = paymentsText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.cancelPayment(), text);

/** An order that was left at the provider: it is gone on with, or cancelled by a press. */
export default function CancelPayment() {
  const { payment, isOpen, isLeft, mayCancel, dueCents, path, methods, method } = useLoaderData<typeof loader>();
  if (payment === null || path === null)
    return (
      <>
        <h1>{text.title}</h1>
        <p className={account.lead}>{text.none}</p>
        <p className={styles.actions}>
          <ButtonLink href={paths.newSubscription()}>{buttons.plans}</ButtonLink>
        </p>
      </>
    );
  const isUnderWay = payment.truth === 'processing' && !isLeft;
  const { title, words } = truths[payment.truth];
  const isNew = payment.truth === 'unpaid';
  return (
    <>
      <h1>{isOpen && !isUnderWay ? (isNew ? text.newTitle : text.title) : title}</h1>
      <p className={account.lead} role="status">
        {isOpen && !isUnderWay ? (isNew ? text.newWords : text.words) : words} {isLeft && text.ifConfirmed}
      </p>
      <PaymentDetails payment={payment} />
      {isOpen && (isLeft || mayPay(payment.truth)) && (
        <section className={account.section}>
          <MoneyForm intent="pay" look="wide" tone="cta" submit={plansText.subscription.pay(moneyHk(dueCents))}>
            {() => (
              <>
                <input type="hidden" name="order" value={payment.orderId} readOnly />
                <PayMethods methods={methods} chosen={method} />
              </>
            )}
          </MoneyForm>
        </section>
      )}
      {mayCancel && (
        <section className={account.section}>
          <MoneyForm intent="cancel" look="row" tone="outline" submit={text.cancel}>
            {() => <input type="hidden" name="order" value={payment.orderId} readOnly />}
          </MoneyForm>
        </section>
      )}
      <p className={styles.actions}>
        {(isUnderWay || isLeft) && (
          <ButtonLink href={path} data-document>
            {paymentsText.checkout.result}
          </ButtonLink>
        )}
        <ButtonLink tone="outline" href={paths.memberHistory()}>
          {buttons.history}
        </ButtonLink>
      </p>
    </>
  );
}
