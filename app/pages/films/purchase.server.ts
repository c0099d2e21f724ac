import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toFilmCard } from '#app/components/lists/film-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { methodsOfNow } from '#app/pages/plans/money-page.server.ts';
import { SETTINGS_TAG } from '#domain/settings/settings.rules.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { getFilm, isOnSale } from '#domain/films/films.ts';

/**
 * `/crgovideo/purchase/{id}`: the film, price, rental period, and payment method. The member is identified on
 * submission.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, now, siteUrl, paying } = context.get(requestContext);
  const film = await foundOr404(getFilm({ db, now }, idParam(params.id)));
  return {
    siteUrl,
    ...toFilmCard(film),
    plainTitle: film.title,
    rentDays: film.rentDays,
    watchHours: film.watchHours,
    isOnSale: isOnSale(film, now),
    methods: (await methodsOfNow({ db, now }, paying.methods)).map(({ method, renews, off }) => ({
      method,
      renews,
      off,
    })),
  };
}

export function headers() {
  return publicPage({ tags: [FILMS_TAG, SETTINGS_TAG] });
}
