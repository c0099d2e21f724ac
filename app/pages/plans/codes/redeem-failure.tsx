import type { MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import type { failedLoader as loader } from './redeem.server.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';

export { failedLoader as loader } from './redeem.server.ts';

const text = plansText.redeem;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.redeemFailure(), { title: text.failureTitle, description: text.description });

export default function RedeemFailure() {
  return (
    <>
      <ResultTitle tone="bad">{text.failureTitle}</ResultTitle>
      <p className={account.lead}>{text.failure}</p>
      <p className={styles.actions}>
        <ButtonLink href={paths.redeem()}>{text.again}</ButtonLink>
      </p>
    </>
  );
}
