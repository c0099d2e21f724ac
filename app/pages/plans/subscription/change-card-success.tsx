import { useLoaderData, type MetaFunction } from 'react-router';
import { usePolling } from '#app/components/hooks/use-polling.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import type { doneLoader as loader } from './change-card.server.ts';
import { DueCharge } from './due-charge.tsx';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { doneLoader as loader } from './change-card.server.ts';

const text = plansText.card;
const EVERY_MS = 10_000;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.changeCardSuccess(), { title: text.successTitle, description: text.words });

export default function ChangeCardSuccess() {
  const { last4, dueCents } = useLoaderData<typeof loader>();
  usePolling(last4 === null, EVERY_MS);
  return (
    <>
      <ResultTitle tone={last4 === null ? 'waits' : 'good'}>
        {last4 === null ? text.title : text.successTitle}
      </ResultTitle>
      <p className={account.lead} role="status">
        {last4 === null ? text.stillWaiting : text.success(last4)}
      </p>
      {last4 !== null && <DueCharge cents={dueCents} />}
      <p className={styles.actions}>
        <ButtonLink href={paths.memberHistory()}>{paymentsText.buttons.history}</ButtonLink>
      </p>
    </>
  );
}
