import type { ReactNode } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { FilmPlayer } from '#app/components/film/film-player.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { FilmCard } from '#app/components/lists/film-card.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { paths } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import page from '#app/styles/page.module.css';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { FilmOffer } from './film-offer.tsx';
import { filmJsonLd } from './film-json-ld.ts';
import type { loader } from './film.server.ts';
import { FilmsNav } from './films-nav.tsx';
import styles from './films.module.css';
import { useOwnFilms } from './own-films/use-own-films.ts';

export { headers, loader } from './film.server.ts';

const text = filmRentalText.film;

export const handle: PageHandle = { navKey: 'premium', theme: 'black', adGroup: 'audioVideoList' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, plainTitle, href, art, tagline, story, category } = loaderData;
  const description = story || tagline || filmRentalText.description;
  return seo({
    siteUrl,
    path: href,
    title: plainTitle,
    description,
    picture: art,
    pictureAlt: plainTitle,
    jsonLd: [
      filmJsonLd(siteUrl, { ...loaderData, title: plainTitle, description, path: href }),
      breadcrumbs(siteUrl, [
        { name: filmRentalText.title, path: paths.premiumVideoLanding() },
        { name: category.name, path: filmPaths.premiumVideoList(category) },
        { name: plainTitle, path: href },
      ]),
    ],
  });
};

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** The film if its viewer has it, else its trailer; a picture only if there is neither. */
function Screen({
  film,
  had,
  onChange,
  children,
}: {
  film: Loaded;
  had: Had;
  /** Reloads the member's rights. */
  onChange: () => void;
  children: ReactNode;
}) {
  if (film.durationMs === null && film.trailer === null)
    return (
      <div className={styles.film}>
        <Picture name={film.art} alt="" sizes="(min-width: 1200px) 65vw, 100vw" priority />
        <div>
          {children}
          <About film={film} />
        </div>
      </div>
    );
  return (
    <FilmPlayer
      filmId={film.id}
      title={film.plainTitle}
      from={film.category.name}
      page={film.href}
      poster={film.poster}
      durationMs={film.durationMs ?? 0}
      chapters={film.chapters}
      trailer={film.trailer}
      access={had && film.durationMs !== null ? 'film' : 'trailer'}
      mustFinishByMs={had?.state === 'not_started' ? had.must_finish_ts * 1_000 : null}
      windowEndsAtMs={had ? had.expires_ts * 1_000 : null}
      next={film.next}
      hasWords={film.captions.length > 0}
      about={<About film={film} />}
      rentPage={filmPaths.purchase(film.id)}
      morePage={paths.premiumVideoLanding()}
      diagnosticPage={screenPaths.eventDiagnostic()}
      onRefused={onChange}
      onBegun={onChange}
    >
      {children}
    </FilmPlayer>
  );
}

/** What is known of the film, with who made it. */
function About({ film }: { film: Loaded }) {
  const { about } = text;
  const facts = [
    { name: about.category, words: film.category.name },
    { name: about.length, words: film.durationMs === null ? filmRentalText.soon : lengthWords(film.durationMs) },
    { name: about.spoken, words: film.spoken },
    { name: about.captions, words: film.captions.join('、') },
    ...film.credits.map(({ role, names }) => ({ name: role, words: names.join('、') })),
  ];
  return (
    <dl className={styles.about}>
      {facts
        .filter(({ words }) => words)
        .map(({ name, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
    </dl>
  );
}

type Had = ReturnType<typeof useHad>['had'];

/** Whether the visitor has this film, once known. */
function useHad(filmId: number) {
  const { own, askAgain } = useOwnFilms();
  const known = own.state === 'known' ? own : null;
  return { had: known?.items.find((item) => item.item_id === filmId) ?? null, atMs: known?.atMs ?? 0, askAgain };
}

/** One film: its trailer or the film itself, its price or remaining time, and its description. */
export default function Film() {
  const film = useLoaderData<typeof loader>();
  const { had, atMs, askAgain } = useHad(film.id);
  return (
    <>
      <FilmsNav at={null} bar />
      <div className="wrap">
        <Screen key={film.id} film={film} had={had} onChange={askAgain}>
          <div className={styles.titles}>
            <Crumbs
              label={filmRentalText.crumbs}
              steps={[
                { name: filmRentalText.title, href: paths.premiumVideoLanding() },
                { name: film.category.name, href: filmPaths.premiumVideoList(film.category) },
              ]}
            />
            <h1>
              <Phrase text={film.title} />
            </h1>
            {film.tagline && <p className={styles.kick}>{film.tagline}</p>}
            <p className={page.meta}>
              {film.isFull && <b>{filmRentalText.full}</b>}
              {film.isPerformerShow && <b>{filmRentalText.performerShow}</b>}
              <span>{film.durationMs === null ? filmRentalText.soon : lengthWords(film.durationMs)}</span>
              {film.spoken && <span>{film.spoken}</span>}
              {film.captions.map((label) => (
                <span key={label}>{label}</span>
              ))}
            </p>
          </div>
          <FilmOffer film={film} had={had} atMs={atMs} />
          <ul className={styles.facts}>
            <li>
              <Icon name="calendar-days" />
              {text.within(film.rentDays)}
            </li>
            <li>
              <Icon name="clock" />
              {text.hours(film.watchHours)}
            </li>
            <li>
              <Icon name="smartphone" />
              {text.devices}
            </li>
          </ul>
        </Screen>
      </div>
      <div className={`wrap ${styles.words}`}>
        <section aria-labelledby="story">
          <h2 id="story">{text.story}</h2>
          <p className={styles.story}>{film.story}</p>
          {film.program && (
            <p>
              <a className={page.link} href={paths.program(film.program.id)}>
                {text.fromProgram(film.program.title)}
              </a>
            </p>
          )}
        </section>
      </div>
      {film.more.length > 0 && (
        <section className={`wrap ${page.section}`} aria-labelledby="more-films">
          <SectionHeading id="more-films" more={{ href: filmPaths.premiumVideoList(), words: filmRentalText.more }}>
            {filmRentalText.moreFilms}
          </SectionHeading>
          <ul className={styles.grid}>
            {film.more.map((each) => (
              <li key={each.id}>
                <FilmCard film={each} sizes="(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 46vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
