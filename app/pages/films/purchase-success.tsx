import { useEffect } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { accountChanged } from '#app/components/frame/member-state.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { ResultTitle } from '#app/pages/plans/outcome/result-title.tsx';
import { paths } from '#app/paths.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { orderOf } from './order-of.ts';
import type { loader } from '#app/pages/films/plain.server.ts';
import { FilmsNav } from '#app/pages/films/films-nav.tsx';
import styles from '#app/pages/films/films.module.css';
import { useOwnFilms } from '#app/pages/films/own-films/use-own-films.ts';

export { headers, loader } from '#app/pages/films/plain.server.ts';

const text = filmRentalText.result;

export const handle: PageHandle = { navKey: 'premium', theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: filmPaths.purchaseSuccess(),
        title: text.success,
        description: text.successWords,
        robots: 'noindex',
      });

/** A successful rental. The page is the same for everyone; the buyer's own call returns the film. */
export default function PurchaseSuccess() {
  useLoaderData<typeof loader>();
  const { own } = useOwnFilms();
  useEffect(() => {
    void accountChanged();
  }, []);
  const order = orderOf();
  const item = own.state === 'known' ? own.items.find(({ order_id: id }) => id !== null && id === order) : undefined;
  return (
    <>
      <FilmsNav at={null} />
      <div className="wrap">
        <div className={styles.result}>
          <ResultTitle tone="good">{text.success}</ResultTitle>
          <p className={styles.lead}>{text.successWords}</p>
          <div className={styles.resultFilm} role="status">
            {item && (
              <>
                <p>
                  <b>{item.title}</b>
                </p>
                <p>{text.startWhenYouLike(item.rent_days, item.watch_hours)}</p>
                <ButtonLink tone="cta" size="large" href={item.url}>
                  {filmRentalText.watch}
                </ButtonLink>
              </>
            )}
          </div>
          <p className={styles.buttons}>
            <ButtonLink tone="outline" href={paths.myVideos()}>
              {filmRentalText.toMine}
            </ButtonLink>
            <ButtonLink tone="outline" href={paths.memberHistory()}>
              {text.toHistory}
            </ButtonLink>
          </p>
        </div>
      </div>
    </>
  );
}
