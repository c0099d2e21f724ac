import { useMember } from '#app/components/frame/member-state.ts';
import base from '#app/components/lists/card.module.css';
import card from '#app/components/lists/film-card.module.css';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { leftWords, placeWords, premiumText } from '#app/text/zh-hk/premium.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { OwnFilmWire } from '#domain/videos/videos.schema.ts';
import styles from './premium.module.css';
import { useLeft, useOwnFilms } from './use-own-films.ts';

const SHOWN = 4;

function OwnCard({ item, atMs, onOver }: { item: OwnFilmWire; atMs: number; onOver: () => void }) {
  const leftMs = useLeft(item.left_s, atMs, onOver);
  const { src, srcset } = item.keyart_url;
  return (
    <article className={base.card}>
      <span className={card.art}>
        <img src={src} srcSet={srcset} sizes="(min-width: 1200px) 22vw, 46vw" width={640} height={360} alt="" />
        <span className={card.mark}>{leftWords(leftMs)}</span>
      </span>
      <div className={base.body}>
        <h3 className={base.title}>
          <a href={item.url}>{item.title}</a>
        </h3>
        <p className={page.meta}>
          <b>{premiumText.rented}</b>
          <span>
            {item.place_s === null ? premiumText.notStarted : premiumText.mine.seenTo(placeWords(item.place_s * 1_000))}
          </span>
        </p>
      </div>
    </article>
  );
}

/**
 * What the visitor rented and may go on with. Its place is held for members alone while their answer comes; a guest's page is as it
 * was rendered.
 */
export function Continue() {
  const isMember = Boolean(useMember()?.user);
  const { own, askAgain } = useOwnFilms();
  if (!isMember) return null;
  return (
    <section className={`wrap ${page.section} ${styles.continue}`} aria-labelledby="continue">
      <SectionHeading id="continue" more={{ href: paths.myVideos(), words: premiumText.toMine }}>
        {premiumText.continue}
      </SectionHeading>
      {own.state === 'known' && own.items.length === 0 && <p>{premiumText.mine.none}</p>}
      {own.state === 'known' && own.items.length > 0 && (
        <ul className={styles.grid}>
          {own.items.slice(0, SHOWN).map((item) => (
            <li key={item.rental_id}>
              <OwnCard item={item} atMs={own.atMs} onOver={askAgain} />
            </li>
          ))}
        </ul>
      )}
      {own.state === 'failed' && (
        <p>
          <ButtonLink tone="outline" href={paths.myVideos()}>
            {premiumText.toMine}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
