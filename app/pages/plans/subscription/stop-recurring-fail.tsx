import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import type { failLoader as loader } from './stop-recurring.server.ts';
import styles from '#app/pages/plans/plans.module.css';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { failLoader as loader } from './stop-recurring.server.ts';

const text = plansText.stop;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.stopRecurringFail(), { title: text.failTitle, description: text.description });

export default function StopRecurringFail() {
  const { isKept } = useLoaderData<typeof loader>();
  return (
    <>
      <ResultTitle tone="bad">{text.failTitle}</ResultTitle>
      <p className={account.lead} role="alert">
        {isKept ? text.failKept : text.fail}
      </p>
      <p className={styles.actions}>
        <ButtonLink href={moneyPaths.stopRecurring()}>{text.again}</ButtonLink>
        <ButtonLink tone="outline" href={paths.memberHistory()}>
          {paymentsText.buttons.history}
        </ButtonLink>
      </p>
    </>
  );
}
