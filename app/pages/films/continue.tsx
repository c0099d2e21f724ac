import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { leftWords, positionWords, filmRentalText } from '#app/text/zh-hk/films.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';
import styles from './films.module.css';
import { useLeft, useOwnFilms } from './own-films/use-own-films.ts';

const SHOWN = 4;

function OwnRow({ item, atMs }: { item: OwnFilmWire; atMs: number }) {
  const leftMs = useLeft(item.left_s, atMs);
  const { src, srcset } = item.keyart_url;
  return (
    <li>
      <a className={styles.ownRow} href={item.url}>
        <img src={src} srcSet={srcset} sizes="128px" width={128} height={72} alt="" />
        <b>{item.title}</b>
        <small>
          <span>{leftWords(leftMs)}</span>
          {item.state === 'not_started' && <span>{filmRentalText.notStarted}</span>}
          {item.place_s !== null && <span>{filmRentalText.mine.seenTo(positionWords(item.place_s * 1_000))}</span>}
        </small>
      </a>
    </li>
  );
}

/**
 * One area of fixed height: a link to rentals for everyone, and, once a member is known, films in progress. Nothing
 * shifts when the state arrives.
 */
export function Continue() {
  const { own } = useOwnFilms();
  const items = own.state === 'known' ? own.items.slice(0, SHOWN) : [];
  return (
    <section className={`wrap ${page.section}`} aria-labelledby="continue">
      <SectionHeading id="continue" more={{ href: paths.myVideos(), words: filmRentalText.toMine }}>
        {filmRentalText.continue}
      </SectionHeading>
      <div className={styles.continue}>
        {items.length === 0 ? (
          <p>{filmRentalText.continueWords}</p>
        ) : (
          <ul>
            {items.map((item) => (
              <OwnRow key={item.rental_id} item={item} atMs={own.state === 'known' ? own.atMs : 0} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
