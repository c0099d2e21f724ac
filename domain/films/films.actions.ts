import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { countGivenAlone, creditOutageByHand, giveFilm, takeFilm } from './by-hand.ts';
import { showFilm } from './film-catalogue.ts';
import { countRunningIn } from './rentals.store.ts';

const id = z.number().int().min(1).max(MAX_ID);

const instant = z
  .number()
  .min(1)
  .max(4_102_444_800)
  .describe('Unix seconds')
  .transform((seconds) => new Date(seconds * 1000));

/** Rentals that one person gives in a day without a second person. */
const FILMS_ALONE = 10;

const rental = z.object({ member_id: id, film_id: id });

/** Staff actions with film pages. */
export const filmActions = (): StaffAction[] => [
  staffAction({
    name: 'films.show',
    permission: 'films.edit',
    input: z.object({ film_id: id, page_id: id, part: z.enum(['film', 'trailer']).default('film') }),
    needsReason: false,
    async run(tx, { hand, now }, { film_id: jobId, page_id: pageId, part }) {
      const { former } = await showFilm(tx, { now }, hand, { jobId, pageId, part });
      return former === null
        ? {}
        : { undo: { action: 'films.show', input: { film_id: former, page_id: pageId, part } } };
    },
  }),
];

/** Staff actions with the rentals of members. */
export const rentalActions = (): StaffAction[] => [
  staffAction({
    name: 'rentals.give',
    permission: 'members.give-time',
    input: rental,
    assigned: ['rentalId'],
    secondPerson: {
      permission: 'money.approve',
      isNeeded: async (tx, { hand, now }) => (await countGivenAlone(tx, hand.who, now)) >= FILMS_ALONE,
    },
    run: (tx, { hand, now }, { member_id: memberId, film_id: filmId }) => giveFilm(tx, hand, { memberId, filmId }, now),
  }),
  staffAction({
    name: 'rentals.end',
    permission: 'members.give-time',
    input: rental,
    run: (tx, { hand, now }, { member_id: memberId, film_id: filmId }) => takeFilm(tx, hand, { memberId, filmId }, now),
  }),
  staffAction({
    name: 'rentals.credit-outage',
    permission: 'members.give-time',
    input: z.object({ starts_ts: instant, ends_ts: instant }),
    momentary: ['rentals'],
    secondPerson: {
      permission: 'money.approve',
      isNeeded: async (tx, _call, { starts_ts: startsAt, ends_ts: endsAt }) =>
        (await countRunningIn(tx, { startsAt, endsAt })) > 1,
    },
    async run(tx, { hand, now }, { starts_ts: startsAt, ends_ts: endsAt }) {
      return { result: { rentals: await creditOutageByHand(tx, hand, { startsAt, endsAt }, now) } };
    },
  }),
];
