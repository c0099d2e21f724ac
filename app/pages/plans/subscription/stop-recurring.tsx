import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { lastDayWords } from '#app/text/zh-hk/account.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import type { loader } from './stop-recurring.server.ts';
import styles from '#app/pages/plans/plans.module.css';

export { action, loader } from './stop-recurring.server.ts';

const text = plansText.stop;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.stopRecurring(), text);

/** What stays, until when, and what follows: shown before the press. One press stops, and one undoes it. */
export default function StopRecurring() {
  const { profile, proof, freeMinutes } = useLoaderData<typeof loader>();
  const until = profile?.endsAtMs == null ? null : lastDayWords(profile.endsAtMs);
  if (profile === null)
    return (
      <>
        <h1>{text.title}</h1>
        <p className={account.lead}>{text.none}</p>
      </>
    );
  if (profile.state === 'stopped' || profile.state === 'stopping')
    return (
      <>
        <h1>{text.stoppedTitle}</h1>
        <p className={account.done} role="status">
          <Icon name="check" />
          <span>{profile.state === 'stopping' ? text.stopping : until ? text.stopped(until) : text.noCharge}</span>
        </p>
        {profile.state === 'stopped' && until !== null && (
          <section className={account.section}>
            <MoneyForm intent="resume" look="row" tone="outline" proof={proof} submit={text.resume} />
          </section>
        )}
      </>
    );
  return (
    <>
      <h1>{text.title}</h1>
      {profile.renewOn !== null && (
        <p className={account.lead}>
          {paymentsText.history.renews(fullDay(profile.renewOn), moneyHk(profile.renewCents))}
        </p>
      )}
      <section className={account.section}>
        <SectionHeading>{text.after}</SectionHeading>
        <ul className={styles.keeps}>
          {until !== null && (
            <li>
              <Icon name="check" />
              <span>{text.keeps(until)}</span>
            </li>
          )}
          <li>
            <Icon name="check" />
            <span>{text.lists}</span>
          </li>
          <li>
            <Icon name="check" />
            <span>{text.noCharge}</span>
          </li>
          <li>
            <Icon name="info" />
            <span>{text.afterwards(freeMinutes)}</span>
          </li>
        </ul>
        <MoneyForm
          intent="stop"
          look="row"
          tone="danger"
          submit={text.stop}
          note={
            <ButtonLink tone="outline" href={paths.memberHistory()}>
              {text.stay}
            </ButtonLink>
          }
        />
      </section>
    </>
  );
}
