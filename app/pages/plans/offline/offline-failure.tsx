import type { MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { offlineText as text } from '#app/text/zh-hk/offline-payment.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import type { failedLoader as loader } from './offline.server.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { failedLoader as loader } from './offline.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.offlineSubscriptionFailure(), { title: text.failureTitle, description: text.lead });

export default function OfflineFailure() {
  return (
    <>
      <ResultTitle tone="bad">{text.failureTitle}</ResultTitle>
      <p className={account.lead}>{text.failure}</p>
      <p className={styles.actions}>
        <ButtonLink href={paths.offlineSubscription()}>{text.again}</ButtonLink>
      </p>
    </>
  );
}
