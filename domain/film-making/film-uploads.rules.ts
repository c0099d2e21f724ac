/** Of one file: four hours of the largest formats that editors deliver. */
export const MAX_FILM_UPLOAD_BYTES = 200e9;
/** Sent in one request, so that a connection of 2 Mbit/s ends each within the limit of the desk for a request. */
export const FILM_PIECE_BYTES = 4 * 1024 * 1024;
/** Files of one account that are not complete. */
export const MAX_OPEN_UPLOADS = 5;
/** Without a byte for this long, an upload is deleted. */
export const FILM_UPLOAD_DAYS = 7;
export const MAX_FILM_NAME_CHARS = 200;
export const FILM_UPLOADS_PATH = '/api/staff/film-uploads';
