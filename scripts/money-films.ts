// Staff commands about films: verbs of `npm run money` (scripts/money.ts), with the same conventions.
import type { Db } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { creditOutageByHand, giveFilm, listFilms, takeFilm } from '#domain/videos/videos.ts';
import { argumentParsers } from './words-of.ts';

const { parseNumber, parseInstant } = argumentParsers('');
const SHOWN = 200;

export const FILM_LOOKS_USAGE = `  npm run money -- films                            list rentals, newest first`;

export const FILM_CHANGES_USAGE = `  npm run money -- give-film MEMBER FILM            give a free rental of a film
  npm run money -- take-film MEMBER FILM            end a rental, for example after a chargeback
  npm run money -- film-outage FROM TO              credit an outage, with times such as 2026-11-21T20:15,
                                                    to all rentals that were running, once each`;

type Look = (db: Db, words: string[], now: Date) => Promise<string[]>;
type Change = (services: PaymentServices, hand: Hand, words: string[]) => Promise<string[]>;

export const FILM_LOOKS: Readonly<Record<string, Look>> = {
  films: async (db, _words, now) =>
    (await listFilms({ db, now }, { limit: SHOWN })).films.map(
      ({ id, title, priceCents, rentDays, watchHours, streamId }) =>
        `${id}  ${priceCents} cents  ${rentDays} days, ${watchHours} hours  stream ${streamId ?? 'none yet'}  ${title}`,
    ),
};

export const FILM_CHANGES: Readonly<Record<string, Change>> = {
  'give-film': async ({ db, clock }, hand, [member, film]) => {
    const asked = { memberId: parseNumber(member), filmId: parseNumber(film) };
    await giveFilm(db, hand, asked, clock());
    return [`Gave film ${asked.filmId} to member ${asked.memberId}.`];
  },
  'take-film': async ({ db, clock }, hand, [member, film]) => {
    const asked = { memberId: parseNumber(member), filmId: parseNumber(film) };
    await takeFilm(db, hand, asked, clock());
    return [`Ended the rental of film ${asked.filmId} by member ${asked.memberId}.`];
  },
  'film-outage': async ({ db, clock }, hand, [from, to]) => {
    const span = { startsAt: parseInstant(from), endsAt: parseInstant(to) };
    await creditOutageByHand(db, hand, span, clock());
    return ['The worker will credit the outage.'];
  },
};
