import { useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { CodeField } from '#app/components/member/code-field.tsx';
import account from '#app/pages/account/account.module.css';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import plans from '#app/pages/plans/plans.module.css';
import { paths } from '#app/paths.ts';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { premiumText } from '#app/text/zh-hk/premium.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { moneyHk } from '#shared/money.ts';
import { PremiumNav } from '#app/pages/premium/premium-nav.tsx';
import styles from '#app/pages/premium/premium.module.css';
import type { loader } from './purchase.server.ts';
import { useOwnFilms } from '#app/pages/premium/own-films/use-own-films.ts';

export { headers, loader } from './purchase.server.ts';
export { action } from './purchase-action.server.ts';

const text = premiumText.purchase;

export const handle: PageHandle = { navKey: 'premium', theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: filmPaths.purchase(loaderData.id),
        title: text.title(loaderData.plainTitle),
        description: text.description,
        picture: loaderData.art,
        robots: 'noindex',
      });

/** Film, price and payment method: the second press after the one on the film. */
export default function Purchase() {
  const film = useLoaderData<typeof loader>();
  const { own } = useOwnFilms();
  const isOwned = own.state === 'known' && own.items.some((item) => item.item_id === film.id);
  const [reducedCents, setReduced] = useState<number | null>(null);
  const price = moneyHk(reducedCents ?? film.priceCents);
  return (
    <>
      <PremiumNav at={null} />
      <div className="wrap">
        <div className={styles.purchase}>
          <h1>{text.plainTitle}</h1>
          <div className={styles.bought}>
            <Picture name={film.art} alt="" sizes="160px" />
            <p>
              <a href={film.href}>
                <b>{film.plainTitle}</b>
              </a>
              <br />
              <span className={styles.quiet}>
                {film.durationMs === null ? premiumText.soon : lengthWords(film.durationMs)}
              </span>
            </p>
          </div>
          {/* Its line is reserved, so that nothing shifts. */}
          <p className={styles.owned} role="status">
            {isOwned && (
              <>
                {text.owned}
                <a href={film.href}>{text.toFilm}</a>
              </>
            )}
          </p>
          {film.isOnSale ? (
            <section className={plans.paying}>
              <MoneyForm intent="rent" look="wide" tone="cta" submit={text.pay(price)} sending={text.sending}>
                {(state) => (
                  <div className={plans.pay}>
                    <PayMethods
                      methods={film.methods}
                      chosen={film.methods.find(({ off }) => off === null)?.method ?? null}
                    />
                    <div className={plans.summary}>
                      <h2>{text.order}</h2>
                      <dl className={plans.sums}>
                        <div>
                          <dt>{text.total}</dt>
                          <dd>{price}</dd>
                        </div>
                      </dl>
                      <p>{text.windows(film.rentDays, film.watchHours)}</p>
                      <p>{text.refund}</p>
                      <CodeField
                        state={state}
                        label={text.code}
                        sale={{
                          product_type: 'Premium',
                          lines: [{ kind: 'premium', id: film.id, unit: null, quantity: 1 }],
                          terms_version: null,
                        }}
                        onTotal={setReduced}
                      />
                      <p>
                        {text.terms}
                        <a href={paths.monolingual('tou')} target="_blank" rel="noopener">
                          {text.termsLink}
                        </a>
                      </p>
                    </div>
                  </div>
                )}
              </MoneyForm>
            </section>
          ) : (
            <p className={account.note}>
              <span>{text.closed}</span> <ButtonLink href={film.href}>{text.toFilm}</ButtonLink>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
