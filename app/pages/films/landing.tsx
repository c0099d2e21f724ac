import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { paths } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import page from '#app/styles/page.module.css';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { liveEventsText } from '#app/text/zh-hk/live-events.ts';
import { positionWords, filmRentalText } from '#app/text/zh-hk/films.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { GridFilms } from './grid-films.tsx';
import { GridEvents } from './grid-events.tsx';
import { moneyHk } from '#shared/money.ts';
import { Continue } from './continue.tsx';
import type { loader } from './landing.server.ts';
import { FilmsNav } from './films-nav.tsx';
import styles from './films.module.css';

export { headers, loader } from './landing.server.ts';

export const handle: PageHandle = { navKey: 'premium', theme: 'black', adGroup: 'audioVideoList' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.premiumVideoLanding(),
        title: filmRentalText.title,
        description: filmRentalText.description,
        ...(loaderData.hero ? { picture: loaderData.hero.art } : {}),
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: filmRentalText.title, path: paths.premiumVideoLanding() }])],
      });

type Hero = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['hero']>;

/** The featured film. */
function HeroFilm({ hero }: { hero: Hero }) {
  const { rentDays, watchHours } = hero;
  return (
    <section className={`wrap ${styles.hero}`} aria-labelledby="hero">
      <Picture name={hero.art} alt="" sizes="(min-width: 768px) 60vw, 100vw" priority />
      <div className={styles.heroWords}>
        {hero.isFull && <span className={styles.badge}>{filmRentalText.full}</span>}
        <h2 id="hero">
          <Phrase text={hero.title} />
        </h2>
        <p className={styles.lead}>{hero.tagline}</p>
        <p className={styles.buttons}>
          {hero.isOnSale && (
            <ButtonLink tone="cta" size="large" href={filmPaths.purchase(hero.id)}>
              {filmRentalText.price(moneyHk(hero.priceCents))}
            </ButtonLink>
          )}
          <ButtonLink tone="outline" size="large" href={hero.href}>
            {hero.trailerMs !== null && <Icon name="play" fill />}
            {hero.trailerMs === null
              ? filmRentalText.film.story
              : filmRentalText.trailer(positionWords(hero.trailerMs))}
          </ButtonLink>
        </p>
        <p className={page.meta}>
          {hero.durationMs !== null && <span>{lengthWords(hero.durationMs)}</span>}
          <span>{filmRentalText.windows(rentDays, watchHours)}</span>
        </p>
      </div>
    </section>
  );
}

/** Films for rent: the featured one, those in progress, current and upcoming live events, and each category. */
export default function PremiumLanding() {
  const { hero, events, mostPlayed, shelves } = useLoaderData<typeof loader>();
  return (
    <>
      <FilmsNav at="landing" />
      <h1 className="vh">{filmRentalText.title}</h1>
      {hero && <HeroFilm hero={hero} />}
      <Continue />
      {events.length > 0 && (
        <section className={`wrap ${page.section}`} aria-labelledby="events">
          <SectionHeading id="events" more={{ href: screenPaths.eventDiagnostic(), words: liveEventsText.check }}>
            {liveEventsText.badge}
          </SectionHeading>
          <GridEvents box={{ className: styles.grid }} events={events} />
        </section>
      )}
      {mostPlayed.length > 0 && (
        <section className={`wrap ${page.section}`} aria-labelledby="most-played">
          <SectionHeading id="most-played" note={filmRentalText.mostPlayedNote}>
            {filmRentalText.mostPlayed}
          </SectionHeading>
          <GridFilms box={{ className: styles.grid }} films={mostPlayed} />
        </section>
      )}
      {shelves.length === 0 && <p className={`wrap ${styles.empty}`}>{filmRentalText.empty}</p>}
      {shelves.map((shelf) => (
        <section key={shelf.id} className={`wrap ${page.section}`} aria-labelledby={`category-${shelf.id}`}>
          <SectionHeading
            id={`category-${shelf.id}`}
            more={{ href: filmPaths.premiumVideoList(shelf), words: filmRentalText.more }}
          >
            {shelf.name}
          </SectionHeading>
          <GridFilms box={{ className: styles.grid }} films={shelf.films} />
        </section>
      ))}
    </>
  );
}
