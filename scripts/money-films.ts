// Staff commands about films: verbs of `npm run money` (scripts/money.ts), with the same conventions.
import type { Db } from '#db/database.ts';
import type { Hand, PaymentServices } from '#domain/payments/payments.ts';
import { giveBackByHand, giveFilm, listFilms, takeFilm } from '#domain/videos/videos.ts';
import { StartError } from './prepare.ts';

const SHOWN = 200;

export const FILM_LOOKS_USAGE = `  npm run money -- films                            what is rented out, the newest first`;

export const FILM_CHANGES_USAGE = `  npm run money -- give-film MEMBER FILM            a film for nothing, as long as it is rented for
  npm run money -- take-film MEMBER FILM            it is had no more, such as after a bank took its money back
  npm run money -- film-outage FROM TO              a time in which films could not be watched, such as 2026-11-21T20:15:
                                                    given back to all whose hours ran in it, each once`;

function whole(text: string | undefined): number {
  if (!/^\d{1,9}$/.test(text ?? '')) throw new StartError(`${text ?? 'Nothing'} is no number.`);
  return Number(text);
}

/** A minute in Hong Kong time. */
function momentOf(text: string | undefined): Date {
  const moment = new Date(`${text ?? ''}:00+08:00`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text ?? '') || Number.isNaN(moment.getTime()))
    throw new StartError(`${text ?? 'Nothing'} is no moment.`);
  return moment;
}

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
    const asked = { memberId: whole(member), filmId: whole(film) };
    await giveFilm(db, hand, asked, clock());
    return [`Member ${asked.memberId} has film ${asked.filmId}.`];
  },
  'take-film': async ({ db, clock }, hand, [member, film]) => {
    const asked = { memberId: whole(member), filmId: whole(film) };
    await takeFilm(db, hand, asked, clock());
    return [`Member ${asked.memberId} has film ${asked.filmId} no more.`];
  },
  'film-outage': async ({ db, clock }, hand, [from, to]) => {
    const span = { startsAt: momentOf(from), endsAt: momentOf(to) };
    await giveBackByHand(db, hand, span, clock());
    return ['It is given back by the worker.'];
  },
};
