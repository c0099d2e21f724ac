// The door for pages, calls, sales and the server.

export type { Category, Film, FilmServices } from './films.types.ts';
export {
  attachFilm,
  getFilm,
  listCategories,
  listFeatured,
  listFilms,
  listFilmsById,
  listFilmsWith,
  listMore,
  listMostPlayed,
  listFilmPages,
  pageOfStream,
  pagesOfStreams,
} from './film-catalogue.ts';
export { RENTAL_FULFILMENT } from './rental-fulfilment.ts';
export { filmProduct } from './film-product.ts';
export { filmNow, filmsWithoutRight, playFilm, playTrailer } from './film-play.ts';
export { isOnSale, isPerformerShow } from './films.present.ts';
export { hideRental, listOver, listRunning } from './rentals.ts';
