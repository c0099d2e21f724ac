import { filmPaths } from '#app/film-paths.ts';
import { paths } from '#app/paths.ts';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { leftWords, filmRentalText } from '#app/text/zh-hk/films.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';
import { moneyHk } from '#shared/money.ts';
import styles from './films.module.css';
import { useLeft } from './own-films/use-own-films.ts';

const text = filmRentalText.film;

/** Price of a film, and its purchase link. */
function Price({ film }: { film: { id: number; priceCents: number; isOnSale: boolean } }) {
  return (
    <>
      <p className={styles.price}>
        <b>{moneyHk(film.priceCents)}</b>
        <span>{text.once}</span>
      </p>
      {film.isOnSale ? (
        <ButtonLink tone="cta" size="large" href={filmPaths.purchase(film.id)}>
          {filmRentalText.rent}
        </ButtonLink>
      ) : (
        <p>{text.soldNoMore}</p>
      )}
      <ButtonLink tone="outline" href={paths.redeem()}>
        <Icon name="gift" />
        {text.redeem}
      </ButtonLink>
    </>
  );
}

/** The member's rental of it, with the remaining time. */
function Had({ item, atMs }: { item: OwnFilmWire; atMs: number }) {
  const leftMs = useLeft(item.left_s, atMs);
  const isBegun = item.state === 'in_use';
  return (
    <>
      <p role="status">
        <b>{isBegun ? text.inUse : text.notStarted}</b>
        {leftWords(leftMs)}，{isBegun ? text.until(item.expires_ts * 1_000) : text.startBy(item.expires_ts * 1_000)}
      </p>
      {!isBegun && <p>{text.mustFinish(item.must_finish_ts * 1_000)}</p>}
      {item.is_too_long && <p className={styles.warn}>{text.tooLong}</p>}
      {item.given_back_s > 0 && <p>{text.givenBack(lengthWords(item.given_back_s * 1_000))}</p>}
      <ButtonLink tone="outline" href={paths.myVideos()}>
        {text.toMine}
      </ButtonLink>
    </>
  );
}

/** One area of fixed height: the price, until the page knows that the visitor has the film. */
export function FilmOffer({
  film,
  had,
  atMs,
}: {
  film: { id: number; priceCents: number; isOnSale: boolean };
  had: OwnFilmWire | null;
  atMs: number;
}) {
  return <div className={styles.offer}>{had ? <Had item={had} atMs={atMs} /> : <Price film={film} />}</div>;
}
