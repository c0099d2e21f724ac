import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { useHasEnded, useIsOwned } from '#app/components/member/use-own.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import type { FormReply } from '#app/forms/form.types.ts';
import account from '#app/pages/account/account.module.css';
import { SingleSale } from '#app/pages/plans/single-sale.tsx';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { FilmsNav } from '#app/pages/films/films-nav.tsx';
import styles from '#app/pages/films/films.module.css';
import type { loader } from './purchase.server.ts';
import { useOwnFilms } from '#app/pages/films/own-films/use-own-films.ts';

export { headers, loader } from './purchase.server.ts';
export { action } from './purchase-action.server.ts';

const text = filmRentalText.purchase;

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
  const films = useOwnFilms();
  const { own } = films;
  const rental = own.state === 'known' ? own.items.find((item) => item.item_id === film.id) : undefined;
  const reply = useActionData<FormReply>();
  const isOwned = useIsOwned(films, rental !== undefined, reply);
  const hasEnded = useHasEnded(films, isOwned);
  // Rented in another tab: the pressed button gives way to the one that leads on.
  useFocusOn(reply?.problem === 'alreadyOwned', { to: '[data-instead]' });
  return (
    <>
      <FilmsNav at={null} />
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
                {film.durationMs === null ? filmRentalText.soon : lengthWords(film.durationMs)}
              </span>
            </p>
          </div>
          {/* Its line is reserved, so that nothing shifts. */}
          <p className={styles.owned} role="status" data-ended="" tabIndex={-1}>
            {isOwned ? text.owned : hasEnded && text.ended}
          </p>
          {isOwned ? (
            <p className={styles.instead}>
              <ButtonLink tone="cta" size="large" href={film.href} data-instead="">
                {rental?.state === 'in_use' ? filmRentalText.goOn : filmRentalText.watch}
              </ButtonLink>
            </p>
          ) : film.isOnSale ? (
            <SingleSale
              intent="rent"
              productType="Premium"
              id={film.id}
              title={text.order}
              priceCents={film.priceCents}
              methods={film.methods}
            >
              <p>{text.windows(film.rentDays, film.watchHours)}</p>
              <p>{text.refund}</p>
            </SingleSale>
          ) : (
            <p className={account.closed}>
              {text.closed} <ButtonLink href={film.href}>{text.toFilm}</ButtonLink>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
