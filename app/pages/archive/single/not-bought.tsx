import { useEffect, useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { moneyPaths } from '#app/money-paths.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';
import { orderOf } from '#app/pages/films/order-of.ts';
import { paths } from '#app/paths.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { loader } from './bought.server.ts';
import styles from './single.module.css';

export { headers, loader } from './bought.server.ts';

const text = replaySalesText.failure;

export const handle: PageHandle = { navKey: 'archives' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: replaySalePaths.notBought(),
        title: text.title,
        description: text.words,
        robots: 'noindex',
      });

/** A failed purchase: its order can be continued, with the same method or another. */
export default function NotBought() {
  useLoaderData<typeof loader>();
  const [order, setOrder] = useState<number | null>(null);
  useEffect(() => setOrder(orderOf()), []);
  return (
    <div className={`wrap ${styles.page}`}>
      <ResultTitle tone="bad">{text.title}</ResultTitle>
      <p>{text.words}</p>
      <p className={styles.buttons}>
        <ButtonLink tone="cta" href={moneyPaths.cancelPayment(order === null ? {} : { order })}>
          {text.toOrder}
        </ButtonLink>
        <ButtonLink tone="outline" href={paths.memberHistory()}>
          {replaySalesText.mine.toHistory}
        </ButtonLink>
        <ButtonLink tone="outline" href={paths.archives()}>
          {replaySalesText.mine.toArchives}
        </ButtonLink>
      </p>
    </div>
  );
}
