import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { offlineText as text } from '#app/text/zh-hk/offline-payment.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { fullDay } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import { ApplicationRows } from './application-rows.tsx';
import type { doneLoader as loader } from './offline.server.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { doneLoader as loader } from './offline.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.offlineSubscriptionSuccess(), { title: text.successTitle, description: text.lead });

export default function OfflineSuccess() {
  const { pending } = useLoaderData<typeof loader>();
  return (
    <>
      <ResultTitle tone="good">{text.successTitle}</ResultTitle>
      <p className={account.lead} role="status">
        {text.success(fullDay(pending.dueOn))}
      </p>
      <ApplicationRows rows={[pending]} />
      <p className={styles.actions}>
        <ButtonLink href={paths.memberHistory()}>{paymentsText.buttons.history}</ButtonLink>
      </p>
    </>
  );
}
