import { useLoaderData, useRevalidator, type MetaFunction } from 'react-router';
import { useAtEnd } from '#app/components/hooks/use-at-end.ts';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import { usePolling } from '#app/components/hooks/use-polling.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { codeFault, moneyProblem } from '#app/text/zh-hk/choose-money-error.ts';
import { dayWords, lastDayWords } from '#app/text/zh-hk/account.ts';
import { familiesText } from '#app/text/zh-hk/families.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { Icon } from '#app/ui/icon.tsx';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { CodeForm } from '#app/pages/plans/codes/code-form.tsx';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import { PlanOptions } from './plan-options.tsx';
import type { loader } from './subscription.server.ts';
import styles from '#app/pages/plans/plans.module.css';

export { action, loader } from './subscription.server.ts';

const text = plansText.subscription;
type Loaded = Awaited<ReturnType<typeof loader>>['data'];
type Quote = NonNullable<Loaded['quote']>;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.newSubscription(), { title: text.meta, description: text.description });

/** An open order that may still take money comes before any new one. */
function OpenOrder({ open }: { open: NonNullable<Loaded['open']> }) {
  return (
    <p className={account.warning}>
      <Icon name="triangle-alert" />
      <span>
        <b>{text.openTitle}</b>
        <br />
        {text.openWords(open.lines[0]?.name ?? '', moneyHk(open.totalCents))}{' '}
        <a href={open.path} data-document>
          {text.toOpen}
        </a>
      </span>
    </p>
  );
}

/** Today's charge, what follows, and how to cancel. */
function Sums({ quote, isGift }: { quote: Quote; isGift: boolean }) {
  return (
    <>
      <h2>{text.order}</h2>
      <p>
        <b>{quote.plan.name}</b>
      </p>
      <dl className={styles.sums}>
        {quote.discountCents > 0 && (
          <>
            <div>
              <dt>{text.full}</dt>
              <dd>{moneyHk(quote.fullCents)}</dd>
            </div>
            <div>
              <dt>{text.discount}</dt>
              <dd>{moneyHk(-quote.discountCents)}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{text.today}</dt>
          <dd>{moneyHk(quote.totalCents)}</dd>
        </div>
      </dl>
      <p>
        {isGift ? text.giftSpan : `${text.opens}${text.span(dayWords(quote.startsAtMs), lastDayWords(quote.endsAtMs))}`}
      </p>
      {quote.renewsOn !== null && !isGift ? (
        <>
          <p className={styles.ifKept}>{text.renews(fullDay(quote.renewsOn), moneyHk(quote.renewsCents))}</p>
          <p className={styles.ifKept}>{text.renewsHow}</p>
          <p className={styles.ifByHand}>{text.renewsByHand}</p>
        </>
      ) : (
        <p>{text.once}</p>
      )}
    </>
  );
}

export default function Subscription() {
  const { plans, planId, isGone, quote, refusal, isLater, code, isGift, offer, methods, method, key, open } =
    useLoaderData<typeof loader>();
  useFreshPage();
  usePolling(offer !== null, offer?.everyMs);
  const { revalidate } = useRevalidator();
  // What the member has ends: from then on a plan begins at once.
  useAtEnd(isLater && quote ? quote.startsAtMs : null, quote, revalidate);
  const gift = isGift ? '1' : undefined;
  const offered = offer ? '1' : undefined;
  if (plans.length === 0 || planId === null)
    return (
      <>
        <h1>{text.title}</h1>
        <p className={account.lead}>{text.none}</p>
      </>
    );
  return (
    <>
      <h1>{isGift ? text.giftTitle : text.title}</h1>
      <p className={account.lead}>{text.lead}</p>
      {open && refusal !== 'offlinePending' && <OpenOrder open={open} />}
      {isGone && <p className={account.note}>{text.notForSale}</p>}
      <PlanOptions
        plans={plans}
        current={planId}
        hrefOf={({ id }) => paths.newSubscription({ plan: id, code: code || undefined, gift })}
      />
      {quote?.plan.isFamily && !isGift && <p>{familiesText.buy(isLater ? dayWords(quote.startsAtMs) : null)}</p>}
      <p className={styles.under}>
        <a className={account.quiet} href={paths.pricing()}>
          {text.compare}
        </a>
      </p>
      <section className={account.section}>
        <CodeForm
          id="promotion-code"
          label={text.code}
          submit={text.use}
          checking={text.checking}
          code={code}
          kept={{ plan: String(planId), gift, offer: offered }}
          fault={quote?.codeFault ? codeFault(quote.codeFault, quote.codeRetryAfterSeconds) : null}
          good={
            quote && code && !quote.codeFault ? (
              <span className={styles.good}>{text.codeHolds(moneyHk(quote.discountCents))}</span>
            ) : null
          }
        />
        {code && (
          <p>
            <a className={account.quiet} href={paths.newSubscription({ plan: planId, gift, offer: offered })}>
              {text.takeOff}
            </a>
          </p>
        )}
        <p>
          <a
            className={account.quiet}
            href={paths.newSubscription({ plan: planId, code: code || undefined, gift: isGift ? undefined : '1' })}
          >
            {isGift ? text.giftOff : text.gift}
          </a>
        </p>
      </section>
      {refusal && (
        <p className={`${account.problem} ${styles.refusal}`} role="status">
          <Icon name="circle-alert" />
          <span>
            {moneyProblem(refusal, null)}{' '}
            {refusal === 'subscriptionExisted' && <a href={paths.memberHistory()}>{text.toPlans}</a>}
            {refusal === 'offlinePending' && <a href={paths.offlineSubscription()}>{text.toApplication}</a>}
          </span>
        </p>
      )}
      {quote && (
        <section className={`${account.section} ${styles.paying}`}>
          <MoneyForm
            key={`${planId} ${code} ${isGift}`}
            intent="buy"
            look="wide"
            tone="cta"
            submit={quote.totalCents === 0 ? text.free : text.pay(moneyHk(quote.totalCents))}
            sending={text.sending}
          >
            {(state) => (
              <>
                <input type="hidden" name="plan" value={planId} readOnly />
                <input type="hidden" name="code" value={quote.codeFault ? '' : code} readOnly />
                <input type="hidden" name="gift" value={gift ?? ''} readOnly />
                <input type="hidden" name="offer_token" value={offer?.token ?? ''} readOnly />
                <input type="hidden" name="price_cents" value={quote.fullCents} readOnly />
                <input type="hidden" name="key" value={state.values['key'] ?? key} readOnly />
                <div className={styles.pay}>
                  {quote.totalCents > 0 && <PayMethods methods={methods} chosen={method} />}
                  <div className={styles.summary}>
                    <Sums quote={quote} isGift={isGift} />
                    <p>
                      {text.terms}
                      <a href={paths.monolingual('tou')} target="_blank" rel="noopener">
                        {text.termsLink}
                      </a>
                    </p>
                  </div>
                </div>
              </>
            )}
          </MoneyForm>
        </section>
      )}
    </>
  );
}
