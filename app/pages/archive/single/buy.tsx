import { useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { useMember } from '#app/components/frame/member-state.ts';
import { CodeField } from '#app/components/member/code-field.tsx';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import plans from '#app/pages/plans/plans.module.css';
import { paths } from '#app/paths.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { REPLAY_DAYS } from '#domain/replay-sales/replay-sales.rules.ts';
import { moneyHk } from '#shared/money.ts';
import type { loader } from './buy.server.ts';
import styles from './single.module.css';
import { runningOf, useOwnReplays } from './use-own-replays.ts';

export { headers, loader } from './buy.server.ts';
export { action } from './buy-action.server.ts';

const text = replaySalesText.buy;

export const handle: PageHandle = { navKey: 'archives' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: replaySalePaths.buy(loaderData.id),
        title: text.title(loaderData.title, timeText.date(loaderData.day)),
        description: text.description,
        picture: loaderData.art,
        robots: 'noindex',
      });

/** Replay, price and payment method: the second press after the one on its page. */
export default function BuyReplay() {
  const { id, title, day, art, untilMs, priceCents, methods } = useLoaderData<typeof loader>();
  const hasPlan = useMember()?.subscribed === true;
  const { own } = useOwnReplays();
  const isOwned = runningOf(own, id) !== undefined;
  const [reducedCents, setReduced] = useState<number | null>(null);
  const price = moneyHk(reducedCents ?? priceCents ?? 0);
  const href = paths.replay(id);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{text.plainTitle}</h1>
      <div className={styles.thing}>
        <Picture name={art} alt="" sizes="160px" />
        <p>
          <a href={href}>
            <b>{title}</b>
          </a>
          <br />
          {timeText.date(day)}
        </p>
      </div>
      <p className={styles.state} role="status">
        {(isOwned || hasPlan) && (
          <>
            {isOwned ? text.owned : text.planned}
            <a href={href}>{text.toReplay}</a>
          </>
        )}
      </p>
      {priceCents === null ? (
        <p className={account.note}>
          <span>{text.closed}</span> <ButtonLink href={href}>{text.toReplay}</ButtonLink>
        </p>
      ) : (
        <section className={plans.paying}>
          <MoneyForm intent="replay" look="wide" tone="cta" submit={text.pay(price)} sending={text.sending}>
            {(state) => (
              <div className={plans.pay}>
                <PayMethods methods={methods} chosen={methods.find(({ off }) => off === null)?.method ?? null} />
                <div className={plans.summary}>
                  <h2>{text.order}</h2>
                  <dl className={plans.sums}>
                    <div>
                      <dt>{text.total}</dt>
                      <dd>{price}</dd>
                    </div>
                  </dl>
                  <p>{untilMs === null ? text.terms(REPLAY_DAYS) : text.until(untilMs)}</p>
                  <p>{text.refund}</p>
                  <CodeField
                    state={state}
                    label={text.code}
                    sale={{
                      product_type: 'Replay',
                      lines: [{ kind: 'replay', id, unit: null, quantity: 1 }],
                      terms_version: null,
                    }}
                    onTotal={setReduced}
                  />
                  <p>
                    {text.agree}
                    <a href={paths.monolingual('tou')} target="_blank" rel="noopener">
                      {text.agreeLink}
                    </a>
                  </p>
                </div>
              </div>
            )}
          </MoneyForm>
        </section>
      )}
    </div>
  );
}
