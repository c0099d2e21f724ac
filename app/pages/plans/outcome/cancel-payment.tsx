import { useLoaderData, type MetaFunction } from 'react-router';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import type { leftLoader as loader } from './outcome.server.ts';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import { PaymentDetails } from './payment-details.tsx';
import styles from '#app/pages/plans/plans.module.css';

export { leftAction as action, leftLoader as loader } from './outcome.server.ts';

const { cancel: text, truths, reasons, buttons } = paymentsText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.cancelPayment(), text);

/** An order without a payment attempt, or abandoned at a provider: continue or cancel it. */
export default function CancelPayment() {
  const { payment, isOpen, isNew, mayCancel, dueCents, methods, method } = useLoaderData<typeof loader>();
  useFreshPage();
  if (payment === null)
    return (
      <>
        <h1>{text.title}</h1>
        <p className={account.lead}>{text.none}</p>
        <p className={styles.actions}>
          <ButtonLink href={paths.newSubscription()}>{buttons.plans}</ButtonLink>
        </p>
      </>
    );
  const [event] = payment.lines;
  const { title, words } = isNew
    ? { title: text.newTitle, words: text.newWords }
    : isOpen
      ? { title: text.title, words: mayCancel ? text.words : text.wordsOfRenewal }
      : truths[payment.truth];
  return (
    <>
      <h1>{title}</h1>
      <p className={account.lead} role="status">
        {isOpen && payment.reason !== null && `${reasons[payment.reason]} `}
        {words}
      </p>
      <PaymentDetails payment={payment} />
      {isOpen && (
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
      {!isOpen && (
        <p className={styles.actions}>
          {payment.kind === 'livestream' && event && (
            <ButtonLink tone="cta" href={eventPaths.liveEvent(event.productId)}>
              {buttons.event}
            </ButtonLink>
          )}
          <ButtonLink tone="outline" href={paths.memberHistory()}>
            {buttons.history}
          </ButtonLink>
        </p>
      )}
    </>
  );
}
