import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { accountText, dayWords, lastDayWords } from '#app/text/zh-hk/account.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { moneyHk } from '#shared/money.ts';
import type { loader } from './history.server.ts';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';

const text = paymentsText.history;
type Loaded = Awaited<ReturnType<typeof loader>>;
type Profile = NonNullable<Loaded['profile']>;

/** What follows: the next charge, the end, or a failed charge. */
function followsOf({ state, renewOn, renewCents, graceUntilMs, endsAtMs }: Profile): string | null {
  if (state === 'grace' && graceUntilMs !== null) return text.grace(lastDayWords(graceUntilMs), moneyHk(renewCents));
  if (state === 'stopping') return text.stopping;
  if (state === 'stopped') return endsAtMs === null ? null : text.stopped(lastDayWords(endsAtMs));
  return renewOn === null ? null : text.renews(fullDay(renewOn), moneyHk(renewCents));
}

/** Remaining days, on a dial from the first to the last. The day of a charge is the last of its period, not of the plan. */
function Days({
  fromMs,
  untilMs,
  nowMs,
  isCharged,
}: {
  fromMs: number;
  untilMs: number;
  nowMs: number;
  isCharged: boolean;
}) {
  // As they are sold: whole days, after what is left of today.
  const left = wholeDays({ startsAt: new Date(nowMs), endsAt: new Date(untilMs) });
  const until = text.until(lastDayWords(untilMs));
  return (
    <>
      {left > 0 ? (
        <p className={styles.days}>
          {text.daysLeft.before} <b>{left}</b> {text.daysLeft.unit}
        </p>
      ) : (
        !isCharged && <p className={styles.days}>{text.lastDay}</p>
      )}
      <div className={styles.dial}>
        <ProgressBar percent={((nowMs - fromMs) * 100) / (untilMs - fromMs)} label={text.dial} words={until} />
        <p>
          <span>{dayWords(fromMs)}</span>
          <span>{lastDayWords(untilMs)}</span>
        </p>
      </div>
    </>
  );
}

/** The current plan, its payment, and its actions. */
export function PlanNow({
  plans,
  profile,
  nowMs,
  methods,
  method,
}: Pick<Loaded, 'plans' | 'profile' | 'nowMs' | 'methods' | 'method'>) {
  const running = plans.find(({ state }) => state === 'running');
  const last = plans.reduce((until, { endsAtMs, state }) => (state === 'over' ? until : Math.max(until, endsAtMs)), 0);
  if (!running && (profile === null || profile.state === 'stopped'))
    return (
      <>
        <p>{text.nothing}</p>
        <p className={styles.actions}>
          <ButtonLink tone="cta" href={paths.newSubscription()}>
            {text.buy}
          </ButtonLink>
        </p>
      </>
    );
  const follows = profile && followsOf(profile);
  const state = profile === null || profile.state === 'active' ? 'running' : profile.state;
  const isCharged = profile?.state === 'active' || profile?.state === 'grace';
  return (
    <>
      <div className={styles.plan}>
        <div className={styles.planHead}>
          <span className={styles.state} data-state={state}>
            {text.states[state]}
          </span>
          <h3>{running?.planName ?? profile?.planName}</h3>
          {last > 0 && <p>{text.until(lastDayWords(last))}</p>}
        </div>
        {running && last > 0 && <Days fromMs={running.startsAtMs} untilMs={last} nowMs={nowMs} isCharged={isCharged} />}
        {follows && <p role={profile.state === 'grace' ? 'alert' : undefined}>{follows}</p>}
        {profile && isCharged && (
          <p>{accountText.history.card(profile.card.scheme, profile.card.last4, fullDay(profile.card.endsOn))}</p>
        )}
        {isCharged && profile.nextPlanName && <p>{text.nextPlan(profile.nextPlanName)}</p>}
        <nav aria-label={text.now}>
          <ul>
            {!isCharged && (
              <li>
                <a href={paths.newSubscription()}>{plansText.change.more}</a>
              </li>
            )}
            {isCharged && (
              <>
                <li>
                  <a href={moneyPaths.changePlan()}>{text.changePlan}</a>
                </li>
                <li>
                  <a href={paths.changeCard()}>{text.changeCard}</a>
                </li>
                <li>
                  <a href={moneyPaths.stopRecurring()}>{text.stop}</a>
                </li>
              </>
            )}
            {profile?.state === 'stopped' && (
              <li>
                <a href={moneyPaths.stopRecurring()}>{text.resume}</a>
              </li>
            )}
          </ul>
        </nav>
      </div>
      {profile?.state === 'grace' && (
        <div className={account.boxed}>
          <MoneyForm intent="renew" look="wide" tone="cta" submit={text.payNow(moneyHk(profile.renewCents))}>
            {() => (
              <>
                <PayMethods methods={methods} chosen={method} />
                <p>{plansText.subscription.goesOn}</p>
              </>
            )}
          </MoneyForm>
        </div>
      )}
    </>
  );
}
