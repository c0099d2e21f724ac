import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { StateTag } from '#app/pages/account/state-tag.tsx';
import { paths } from '#app/paths.ts';
import { accountText, dayWords, lastDayWords } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';
import { ApplicationRows } from '#app/pages/plans/offline/application-rows.tsx';
import type { loader } from './history.server.ts';
import { FamilyPart } from './family.tsx';
import { PaymentRows } from './payment-rows.tsx';
import { PlanNow } from './plan-now.tsx';
import { RedemptionRows } from '#app/pages/plans/codes/redemption-rows.tsx';

export { action, loader } from './history.server.ts';

const text = accountText.history;
const money = paymentsText.history;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.memberHistory(), text);

/** A member's plans, payments, receipts, codes and account changes. */
export default function History() {
  const data = useLoaderData<typeof loader>();
  const { plans, recurring, profile, nowMs, payments, years, redemptions, applications, changes } = data;
  return (
    <>
      <h1>{text.title}</h1>
      {/* Members who use another member's plan are not told that they have none. */}
      {(data.family.role !== 'member' || data.family.hasOwnPlan || !data.family.isRunning) && (
        <section className={account.section}>
          <SectionHeading>{money.now}</SectionHeading>
          <PlanNow plans={plans} profile={profile} nowMs={nowMs} methods={data.methods} method={data.method} />
        </section>
      )}
      <FamilyPart family={data.family} />
      <section className={account.section} id="payments">
        <SectionHeading>{text.payments}</SectionHeading>
        <PaymentRows payments={payments} years={years} />
      </section>
      {applications.length > 0 && (
        <section className={account.section}>
          <SectionHeading>{money.offline}</SectionHeading>
          <ApplicationRows rows={applications} />
        </section>
      )}
      <section className={account.section}>
        <SectionHeading>{text.redemptions}</SectionHeading>
        {redemptions.length === 0 ? (
          <p>
            {text.noRedemptions}{' '}
            <a className={account.quiet} href={paths.redeem()}>
              {plansText.redeem.title}
            </a>
          </p>
        ) : (
          <RedemptionRows rows={redemptions} />
        )}
      </section>
      <section className={account.section}>
        <SectionHeading>{text.plans}</SectionHeading>
        {plans.length === 0 ? (
          <p>{text.noPlans}</p>
        ) : (
          <ul className={account.rows}>
            {plans.map((plan) => (
              <li key={plan.id} className={account.item}>
                <div>
                  <b>{plan.planName}</b>
                  <p className={account.meta}>{text.span(dayWords(plan.startsAtMs), lastDayWords(plan.endsAtMs))}</p>
                </div>
                <StateTag isGood={plan.state === 'running'} words={[text.states.running, text.states[plan.state]]} />
              </li>
            ))}
          </ul>
        )}
        {recurring.length > 0 && (
          <>
            <h3 className={styles.under}>{text.recurring}</h3>
            <ul className={account.rows}>
              {recurring.map((one) => (
                <li key={one.id} className={account.item}>
                  <div>
                    <b>{one.planName}</b>
                    <p className={account.meta}>{text.card(one.cardScheme, one.cardLast4, fullDay(one.cardEndsOn))}</p>
                  </div>
                  <StateTag
                    isGood={one.state === 'active'}
                    words={[text.recurringStates.active, text.recurringStates[one.state]]}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className={account.section}>
        <SectionHeading>{text.changes}</SectionHeading>
        {changes.length === 0 ? (
          <p>{text.noChanges}</p>
        ) : (
          <ul className={account.rows}>
            {changes.map(({ id, kind, device, atMs }) => (
              <li key={id} className={account.item}>
                <div>
                  <b>{accountText.security.eventKinds[kind]}</b>
                  <p className={account.meta}>
                    <time dateTime={new Date(atMs).toISOString()}>{momentWords(atMs)}</time>
                    {device && <span>{device}</span>}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
