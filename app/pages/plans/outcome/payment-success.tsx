import { useEffect } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { accountChanged } from '#app/components/frame/member-state.ts';
import { usePolling } from '#app/components/hooks/use-polling.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { isGivenBack } from '#app/pages/checkout/payment-truth.ts';
import type { PaymentView } from '#app/pages/plans/money-page.server.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import type { successLoader as loader } from './outcome.server.ts';
import { PaymentDetails } from './payment-details.tsx';
import styles from '#app/pages/plans/plans.module.css';
import { ResultTitle } from './result-title.tsx';

export { successLoader as loader } from './outcome.server.ts';

const { truths, buttons } = paymentsText;
const OPENING_EVERY_MS = 10_000;

const truthFor = ({ truth }: PaymentView) => (truth === 'opening' || isGivenBack(truth) ? truth : 'success');

const isGiven = (payment: PaymentView): boolean => truthFor(payment) === 'success' && payment.totalCents === 0;

const saidOf = (payment: PaymentView) => (isGiven(payment) ? paymentsText.free : truths[truthFor(payment)]);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.newSubscriptionSuccess(), {
    title: (loaderData ? saidOf(loaderData.payment) : truths.success).title,
    description: truths.success.words,
  });

/** Paid, for any plan; access begins without a new login. */
export default function PaymentSuccess() {
  const { payment } = useLoaderData<typeof loader>();
  const truth = truthFor(payment);
  usePolling(truth === 'opening', OPENING_EVERY_MS);
  useEffect(() => {
    // The menu, the player and locked replays are updated at once.
    void accountChanged();
  }, [truth]);
  const isFree = isGiven(payment);
  const isOver = isGivenBack(truth);
  const { title, words } = saidOf(payment);
  return (
    <>
      <ResultTitle tone={truth === 'success' ? 'good' : 'waits'}>{title}</ResultTitle>
      <p className={account.lead} role="status">
        {truth === 'success' && payment.kind === 'gift' ? paymentsText.gift[isFree ? 'free' : 'paid'] : words}
      </p>
      <PaymentDetails payment={payment} />
      <p className={styles.actions}>
        {!isOver && payment.kind !== 'gift' && (
          <ButtonLink href={payment.returnPath ?? paths.archives()}>
            {payment.returnPath === null ? buttons.archive : buttons.onward}
          </ButtonLink>
        )}
        <ButtonLink tone="outline" href={paths.memberHistory()}>
          {buttons.history}
        </ButtonLink>
      </p>
      {!isFree && !isOver && <p className={`${account.meta} ${styles.under}`}>{paymentsText.alreadyPaid}</p>}
    </>
  );
}
