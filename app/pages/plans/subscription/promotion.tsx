import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { keepCode } from '#app/components/member/kept-code.ts';
import { paths } from '#app/paths.ts';
import { lastDayWords } from '#app/text/zh-hk/account.ts';
import { codeAloneFault } from '#app/text/zh-hk/choose-money-error.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { CodeForm } from '#app/pages/plans/codes/code-form.tsx';
import type { loader } from './promotion.server.ts';
import styles from '#app/pages/plans/plans.module.css';

export { loader } from './promotion.server.ts';

const text = plansText.promotion;
type Offer = NonNullable<Awaited<ReturnType<typeof loader>>['data']['offer']>;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.promotion(), text);

function Offered({ offer, code }: { offer: Offer; code: string }) {
  return (
    <div className={styles.plan}>
      <h2>{offer.name}</h2>
      <p>{text.until(lastDayWords(offer.endsAtMs))}</p>
      {offer.gives === 'product' && !offer.isFree ? (
        <>
          <p>{text.product(offer.code)}</p>
          <p className={styles.actions}>
            {offer.soldAt.map(({ campaign, path }) => (
              <ButtonLink key={path} tone="cta" href={path} onClick={() => keepCode(offer.code)}>
                {campaign === null ? text.toProduct : text.toCampaign(campaign)}
              </ButtonLink>
            ))}
          </p>
        </>
      ) : offer.gives !== 'discount' ? (
        <>
          <p>{offer.gives === 'days' ? text.days(offer.days) : text.freeProduct}</p>
          <p className={styles.actions}>
            <ButtonLink tone="cta" href={paths.redeem({ code })}>
              {text.redeem}
            </ButtonLink>
          </p>
        </>
      ) : (
        <ul className={styles.offered}>
          {offer.plans.map((plan) => (
            <li key={plan.id}>
              <p>{text.price(plan.name, moneyHk(plan.priceCents), moneyHk(plan.totalCents))}</p>
              <ButtonLink tone="cta" href={paths.newSubscription({ plan: plan.id, code })}>
                {text.take(plan.name)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export default function Promotion() {
  const { code, offer, refusal, retryAfterSeconds } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <p className={account.lead}>{text.lead}</p>
      {offer && <Offered offer={offer} code={code} />}
      <section className={account.section}>
        <CodeForm
          id="offer-code"
          label={text.code}
          submit={text.check}
          checking={plansText.subscription.checking}
          code={code}
          fault={refusal && codeAloneFault(refusal, retryAfterSeconds)}
          good={null}
        />
        <p>
          <a className={account.quiet} href={paths.newSubscription()}>
            {text.toPlans}
          </a>
        </p>
      </section>
    </>
  );
}
