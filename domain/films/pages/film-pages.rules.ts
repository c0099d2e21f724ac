/** Price of a rental. */
export const MIN_FILM_CENTS = 100;
export const MAX_FILM_CENTS = 100_000;
export const MAX_CREDITS = 20;
