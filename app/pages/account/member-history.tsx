import { useLoaderData, type MetaFunction } from 'react-router';
import { paths } from '#app/paths.ts';
import { dayWords, momentWords, accountText } from '#app/text/zh-hk/account.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { loader } from './member-history.server.ts';
import { ownMeta } from './own-meta.ts';
import { StateTag } from './state-tag.tsx';
import styles from './account.module.css';

export { loader } from './member-history.server.ts';

const text = accountText.history;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.memberHistory(), text);

export default function MemberHistory() {
  const { plans, recurring, changes } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <section className={styles.section}>
        <SectionHeading>{text.plans}</SectionHeading>
        {plans.length === 0 ? (
          <p>{text.noPlans}</p>
        ) : (
          <ul className={styles.rows}>
            {plans.map((plan) => (
              <li key={plan.id} className={styles.item}>
                <div>
                  <b>{plan.planName}</b>
                  <p className={styles.meta}>{text.span(dayWords(plan.startsAtMs), dayWords(plan.endsAtMs))}</p>
                </div>
                <StateTag isGood={plan.state === 'running'} words={[text.states.running, text.states[plan.state]]} />
              </li>
            ))}
          </ul>
        )}
        {recurring.length > 0 && (
          <>
            <h3>{text.recurring}</h3>
            <ul className={styles.rows}>
              {recurring.map((one) => (
                <li key={one.id} className={styles.item}>
                  <div>
                    <b>{one.planName}</b>
                    <p className={styles.meta}>{text.card(one.cardScheme, one.cardLast4, one.cardEndsOn)}</p>
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
      <section className={styles.section}>
        <SectionHeading>{text.payments}</SectionHeading>
        <p>{text.noPayments}</p>
      </section>
      <section className={styles.section}>
        <SectionHeading>{text.redemptions}</SectionHeading>
        <p>{text.noRedemptions}</p>
      </section>
      <section className={styles.section}>
        <SectionHeading>{text.changes}</SectionHeading>
        {changes.length === 0 ? (
          <p>{text.noChanges}</p>
        ) : (
          <ul className={styles.rows}>
            {changes.map(({ id, kind, device, atMs }) => (
              <li key={id} className={styles.item}>
                <div>
                  <b>{accountText.security.eventKinds[kind]}</b>
                  <p className={styles.meta}>
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
