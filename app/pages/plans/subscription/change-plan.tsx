import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { lastDayWords } from '#app/text/zh-hk/account.ts';
import { moneyProblem } from '#app/text/zh-hk/choose-money-error.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import type { loader } from './change-plan.server.ts';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import { PlanOptions } from './plan-options.tsx';
import styles from '#app/pages/plans/plans.module.css';

export { action, loader } from './change-plan.server.ts';

const text = plansText.change;
type Loaded = Awaited<ReturnType<typeof loader>>;
type Quote = NonNullable<Loaded['quote']>;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, moneyPaths.changePlan(), text);

function Difference({ quote }: { quote: Quote }) {
  const day = fullDay(quote.effectiveOn);
  return (
    <div className={styles.summary}>
      <h2>{text.sum}</h2>
      <dl className={styles.sums}>
        {quote.when === 'now' && (
          <div>
            <dt>{quote.to.name}</dt>
            <dd>{moneyHk(quote.fullCents)}</dd>
          </div>
        )}
        {quote.creditCents > 0 && (
          <div>
            <dt>{text.unused(quote.fromName, quote.unusedDays)}</dt>
            <dd>{moneyHk(-quote.creditCents)}</dd>
          </div>
        )}
        <div>
          <dt>{text.total}</dt>
          <dd>{moneyHk(quote.totalCents)}</dd>
        </div>
      </dl>
      <p>{quote.when === 'now' ? text.now(lastDayWords(quote.endsAtMs)) : text.later(day)}</p>
      {quote.totalCents > 0 && <p>{text.byCard}</p>}
      {quote.creditLeftCents > 0 && <p>{text.creditLeft(moneyHk(quote.creditLeftCents))}</p>}
      {quote.endsFamily && (
        <p className={account.warning}>
          <Icon name="triangle-alert" />
          <span>{text.endsFamily(quote.when === 'now' ? null : day)}</span>
        </p>
      )}
      <p>{quote.to.renews ? plansText.subscription.renewsHow : plansText.subscription.once}</p>
      <p>{text.keeps}</p>
    </div>
  );
}

/** Nothing renews: what may be done instead. While a stop is awaited, another plan that renews is not sold. */
function NoneToChange({ stop }: Pick<Loaded, 'stop'>) {
  if (stop === 'stopping')
    return (
      <p className={account.lead}>
        {text.onlyRenewing}
        {plansText.stop.stopping}
      </p>
    );
  return (
    <>
      <p className={account.lead}>
        {text.onlyRenewing}
        {stop === 'stopped' ? text.stoppedToChange : text.noneToChange}
      </p>
      <p className={styles.actions}>
        {stop === 'stopped' && (
          <ButtonLink tone="cta" href={moneyPaths.stopRecurring()}>
            {plansText.stop.resume}
          </ButtonLink>
        )}
        <ButtonLink tone={stop === 'stopped' ? 'outline' : 'cta'} href={paths.newSubscription()}>
          {paymentsText.buttons.plans}
        </ButtonLink>
      </p>
    </>
  );
}

export default function ChangePlan() {
  const { proof, current, stop, next, plans, planId, quote, refusal, key } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <p className={account.lead}>{text.lead}</p>
      {current !== null && (
        <p className={account.note}>
          {text.current}
          <b>{current}</b>
        </p>
      )}
      {next !== null && (
        <section className={account.boxed}>
          <p>
            {paymentsText.history.nextPlan(next)} {text.keepWords}
          </p>
          <MoneyForm intent="keep" look="row" tone="outline" proof={proof} submit={text.keep} />
        </section>
      )}
      {current === null ? (
        <NoneToChange stop={stop} />
      ) : plans.length === 0 ? (
        <p className={account.lead}>{text.none}</p>
      ) : (
        <section className={account.section}>
          <SectionHeading>{text.to}</SectionHeading>
          <PlanOptions plans={plans} current={planId} hrefOf={({ id }) => moneyPaths.changePlan({ plan: id })} />
        </section>
      )}
      {current !== null && refusal && (
        <p className={`${account.problem} ${styles.refusal}`} role="status">
          <Icon name="circle-alert" />
          {moneyProblem(refusal, null)}
        </p>
      )}
      {current !== null && quote && (
        <section className={account.section}>
          <MoneyForm
            key={planId}
            intent="change"
            look="wide"
            tone="cta"
            proof={proof}
            submit={quote.totalCents > 0 ? text.pay(moneyHk(quote.totalCents)) : text.confirm}
          >
            {() => (
              <>
                <input type="hidden" name="plan" value={quote.to.id} readOnly />
                <input type="hidden" name="total_cents" value={quote.totalCents} readOnly />
                <input type="hidden" name="key" value={key} readOnly />
                <Difference quote={quote} />
              </>
            )}
          </MoneyForm>
        </section>
      )}
    </>
  );
}
