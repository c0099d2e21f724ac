// Staff commands about films: verbs of `npm run money` (scripts/money.ts), with the same conventions.
import type { Db } from '#db/database.ts';
import { listFilms } from '#domain/films/films.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { MoneyVerb } from './money-orders.ts';
import type { SpokenAction } from './run-action.ts';
import { argumentParsers } from './words-of.ts';

const { parseNumber, parseInstant } = argumentParsers('');
const SHOWN = 200;

export const FILM_LOOKS_USAGE = `  npm run money -- films                            list rentals, newest first`;

export const FILM_CHANGES_USAGE = `  npm run money -- give-film MEMBER FILM            give a free rental of a film
  npm run money -- take-film MEMBER FILM            end a rental, for example after a chargeback
  npm run money -- film-outage FROM TO              credit an outage, with times such as 2026-11-21T20:15,
                                                    to all rentals that were running, once each`;

type Look = (db: Db, words: string[], now: Date) => Promise<string[]>;

export const FILM_LOOKS: Readonly<Record<string, Look>> = {
  films: async (db, _words, now) =>
    (await listFilms({ db, now }, { limit: SHOWN })).films.map(
      ({ id, title, priceCents, rentDays, watchHours, streamId }) =>
        `${id}  ${priceCents} cents  ${rentDays} days, ${watchHours} hours  stream ${streamId ?? 'none yet'}  ${title}`,
    ),
};

const rentalOf = (name: string, [member, film]: string[], say: string): SpokenAction => {
  const input = { member_id: parseNumber(member), film_id: parseNumber(film) };
  return { name, input, say: () => [`${say} film ${input.film_id}, member ${input.member_id}.`] };
};

export const FILM_CHANGES: Readonly<Record<string, MoneyVerb>> = {
  'give-film': (words) => rentalOf('rentals.give', words, 'Gave a rental:'),
  'take-film': (words) => rentalOf('rentals.end', words, 'Ended a rental:'),
  'film-outage': ([from, to]) => ({
    name: 'rentals.credit-outage',
    input: { starts_ts: unixSeconds(parseInstant(from)), ends_ts: unixSeconds(parseInstant(to)) },
    say: ({ rentals }) => [`The station credits the outage to ${rentals} rentals.`],
  }),
};
