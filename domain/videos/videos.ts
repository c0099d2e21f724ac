// The door: what pages, calls, sales and the server may ask of films.

export type { Category, Film, FilmPage, VideoServices } from './videos.types.ts';
export {
  attachFilm,
  getFilm,
  listCategories,
  listFeatured,
  listFilms,
  listFilmsById,
  listMore,
} from './films.ts';
export { VIDEO_FULFILMENT, videoProduct } from './fulfilment.ts';
export { filmNow, playFilm, playTrailer } from './film-play.ts';
export { isOnSale, isPerformerShow } from './videos.present.ts';
export { giveBackTime, lookAfterFilms, noteOutage } from './given-back.ts';
export { giveRental, hideRental, listOver, listRunning, type Rented } from './rentals.ts';
