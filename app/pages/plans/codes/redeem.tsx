import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import type { FormReply } from '#app/forms/form.types.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { dayWords, lastDayWords } from '#app/text/zh-hk/account.ts';
import { codeAloneFault } from '#app/text/zh-hk/choose-money-error.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import account from '#app/pages/account/account.module.css';
import { CodeForm } from './code-form.tsx';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import type { loader } from './redeem.server.ts';
import { RedemptionRows } from './redemption-rows.tsx';
import styles from '#app/pages/plans/plans.module.css';

export { action, loader } from './redeem.server.ts';

const text = plansText.redeem;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.redeem(), text);

export default function Redeem() {
  const { code, refusal, retryAfterSeconds, gives, redemptions } = useLoaderData<typeof loader>();
  // A refusal is shown in the submitted form only.
  const isRefused = Boolean(useActionData<FormReply>()?.problem);
  return (
    <>
      <h1>{text.title}</h1>
      <p className={account.lead}>{text.lead}</p>
      <section className={account.section}>
        <CodeForm
          id="redeem-code"
          label={text.code}
          submit={text.check}
          checking={text.checking}
          code={code}
          hint={text.hint}
          fault={refusal && !isRefused ? codeAloneFault(refusal, retryAfterSeconds) : null}
          good={
            gives && (
              <span className={styles.good}>
                {gives.days === null ? text.goodProduct(gives.name) : text.good(gives.name, gives.days)}
              </span>
            )
          }
        />
        {gives && gives.days !== null && <p>{text.span(dayWords(gives.startsAtMs), lastDayWords(gives.endsAtMs))}</p>}
        {(gives || isRefused) && (
          <MoneyForm intent="redeem" look="row" tone="cta" submit={text.submit}>
            {() => <input type="hidden" name="code" value={code} readOnly />}
          </MoneyForm>
        )}
      </section>
      <section className={account.section}>
        <SectionHeading>{text.history}</SectionHeading>
        {redemptions.length === 0 ? <p>{text.none}</p> : <RedemptionRows rows={redemptions} />}
      </section>
    </>
  );
}
