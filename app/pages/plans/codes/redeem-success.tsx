import { useEffect } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { accountChanged } from '#app/components/frame/member-state.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { lastDayWords } from '#app/text/zh-hk/account.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import type { doneLoader as loader } from './redeem.server.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { doneLoader as loader } from './redeem.server.ts';

const text = plansText.redeem;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.redeemSuccess(), { title: text.successTitle, description: text.description });

export default function RedeemSuccess() {
  const { redemption, endsAtMs } = useLoaderData<typeof loader>();
  useEffect(() => {
    void accountChanged();
  }, []);
  return (
    <>
      <ResultTitle tone="good">{text.successTitle}</ResultTitle>
      <p className={account.lead} role="status">
        {endsAtMs === null || redemption.days === null
          ? text.row(redemption.name, redemption.days)
          : text.success(redemption.days, lastDayWords(endsAtMs))}
      </p>
      <p className={styles.actions}>
        <ButtonLink href={paths.archives()}>{text.toArchive}</ButtonLink>
      </p>
    </>
  );
}
