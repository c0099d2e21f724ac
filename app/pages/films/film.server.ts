import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toFilmCard } from '#app/components/lists/film-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { paths, slugPart } from '#app/paths.ts';
import { madeFilm } from '#domain/film-making/film-making.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { getFilm, isOnSale, listFilmsById, listMore } from '#domain/films/films.ts';
import { filmTrailerPath } from '#shared/paths/content-paths.ts';
import { phrase } from '#shared/text/phrase.ts';
import { picture } from '#shared/media/picture.ts';

const MORE = 4;

/** `/crgovideo/{id}`: one film. The viewer's rights come with a separate call. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, now };
  const film = await foundOr404(getFilm(door, idParam(params.id)));
  // One canonical URL per film: an old or missing name is redirected.
  if (params.name !== decodeURIComponent(slugPart(film.title)))
    throw redirect(paths.premiumVideoDetail(film.id, film.title), {
      status: 301,
      headers: publicPage({ freshSeconds: 300, tags: [FILMS_TAG] }),
    });
  const [more, made, [next]] = await Promise.all([
    listMore(door, film, MORE),
    film.streamId === null ? null : madeFilm(db, film.streamId),
    film.nextId === null ? [] : listFilmsById(door, [film.nextId]),
  ]);
  const posterOf = (art: string) => {
    const { src, srcset } = picture(art, { width: 1280 });
    return { src, srcset };
  };
  return {
    siteUrl,
    nowMs: now.getTime(),
    ...toFilmCard(film),
    plainTitle: film.title,
    title: phrase(film.title),
    tagline: film.tagline,
    story: film.story,
    credits: film.credits,
    spoken: film.spoken,
    category: film.category,
    program:
      film.programId === null || film.programTitle === null ? null : { id: film.programId, title: film.programTitle },
    rentDays: film.rentDays,
    watchHours: film.watchHours,
    isOnSale: isOnSale(film, now),
    publishedAtMs: film.publishedAt.getTime(),
    captions: [...new Set(made?.captions.map(({ label }) => label))],
    poster: posterOf(film.keyart),
    chapters: made?.chapters ?? [],
    trailer:
      film.trailerStreamId === null || film.trailerMs === null
        ? null
        : { src: filmTrailerPath(film.id), durationMs: film.trailerMs },
    next: next
      ? {
          filmId: next.id,
          title: next.title,
          page: paths.premiumVideoDetail(next.id, next.title),
          poster: posterOf(next.keyart),
        }
      : null,
    more: more.map(toFilmCard),
  };
}

export function headers() {
  return publicPage({ tags: [FILMS_TAG] });
}
