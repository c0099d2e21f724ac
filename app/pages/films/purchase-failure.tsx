import { useEffect, useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';
import { paths } from '#app/paths.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { orderOf } from './order-of.ts';
import type { loader } from '#app/pages/films/plain.server.ts';
import { FilmsNav } from '#app/pages/films/films-nav.tsx';
import styles from '#app/pages/films/films.module.css';

export { headers, loader } from '#app/pages/films/plain.server.ts';

const text = filmRentalText.result;

export const handle: PageHandle = { navKey: 'premium', theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: filmPaths.purchaseFailure(),
        title: text.failure,
        description: text.failureWords,
        robots: 'noindex',
      });

/** A failed rental: its order can be continued, with the same method or another. */
export default function PurchaseFailure() {
  useLoaderData<typeof loader>();
  const [order, setOrder] = useState<number | null>(null);
  useEffect(() => setOrder(orderOf()), []);
  return (
    <>
      <FilmsNav at={null} />
      <div className="wrap">
        <div className={styles.result}>
          <ResultTitle tone="bad">{text.failure}</ResultTitle>
          <p className={styles.lead}>{text.failureWords}</p>
          <p className={styles.buttons}>
            <ButtonLink tone="cta" href={moneyPaths.cancelPayment(order === null ? {} : { order })}>
              {text.toOrder}
            </ButtonLink>
            <ButtonLink tone="outline" href={paths.memberHistory()}>
              {text.toHistory}
            </ButtonLink>
            <ButtonLink tone="outline" href={filmPaths.premiumVideoList()}>
              {text.toFilms}
            </ButtonLink>
          </p>
        </div>
      </div>
    </>
  );
}
