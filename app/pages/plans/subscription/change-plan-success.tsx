import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import type { doneLoader as loader } from './change-plan.server.ts';
import { PaymentDetails } from '#app/pages/plans/outcome/payment-details.tsx';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { doneLoader as loader } from './change-plan.server.ts';

const text = plansText.change;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.changePlanSuccess(), { title: text.successTitle, description: text.success });

export default function ChangePlanSuccess() {
  const { payment, nextPlanName } = useLoaderData<typeof loader>();
  return (
    <>
      <ResultTitle tone="good">{nextPlanName === null ? text.successTitle : text.laterTitle}</ResultTitle>
      <p className={account.lead} role="status">
        {nextPlanName === null ? text.success : text.successLater}
      </p>
      {nextPlanName !== null && <p className={account.lead}>{paymentsText.history.nextPlan(nextPlanName)}</p>}
      {payment && <PaymentDetails payment={payment} />}
      <p className={styles.actions}>
        <ButtonLink href={paths.memberHistory()}>{paymentsText.buttons.history}</ButtonLink>
      </p>
    </>
  );
}
