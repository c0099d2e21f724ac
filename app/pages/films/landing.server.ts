import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toEventCard } from '#app/components/lists/event-card.server.ts';
import { toFilmCard } from '#app/components/lists/film-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listEvents } from '#domain/events/events.ts';
import { EVENTS_TAG } from '#domain/events/events.rules.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { isOnSale, listCategories, listFeatured, listFilms, listMostPlayed } from '#domain/films/films.ts';
import { phrase } from '#shared/text/phrase.ts';

/** Two rows on the widest screens. */
const FILMS_A_CATEGORY = 8;
const EVENTS_SHOWN = 4;
const MOST_PLAYED = 4;

/**
 * `/crgovideo`: a featured film, live events, and each category. The same for everyone, with any campaign
 * parameter.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, now };
  const [[hero], categories, events, mostPlayed] = await Promise.all([
    listFeatured(door, 1),
    listCategories(door),
    listEvents(door, EVENTS_SHOWN),
    listMostPlayed(door, MOST_PLAYED),
  ]);
  const shelves = await Promise.all(
    categories.map(async (category) => {
      const { films } = await listFilms(door, { categoryId: category.id, limit: FILMS_A_CATEGORY });
      return { id: category.id, name: category.name, films: films.map(toFilmCard) };
    }),
  );
  return {
    siteUrl,
    hero: hero
      ? {
          ...toFilmCard(hero),
          title: phrase(hero.title),
          tagline: hero.tagline,
          trailerMs: hero.trailerMs,
          rentDays: hero.rentDays,
          watchHours: hero.watchHours,
          isOnSale: isOnSale(hero, now),
        }
      : null,
    events: events.map(toEventCard),
    mostPlayed: mostPlayed.map(toFilmCard),
    shelves,
  };
}

export function headers() {
  return publicPage({ tags: [FILMS_TAG, EVENTS_TAG] });
}
