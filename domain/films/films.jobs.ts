import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { FILM_PAGE_TURNS, turnFilmPage } from './pages/film-pages.ts';
import { GIVE_BACK_TIME, creditOutageTime, lookAfterFilms } from './outage-credit.ts';

const LOOK_AFTER_FILMS = 'look-after-films';

const pagePayload = z.object({ pageId: z.number().int() });
const outagePayload = z.object({ outageId: z.number().int() });

/** Worker tasks. `canServe`: whether film bytes can be read. */
export const filmTasks = ({
  db,
  clock,
  canServe,
}: {
  db: Db;
  clock: () => Date;
  canServe: () => Promise<boolean>;
}): Record<string, Task> => ({
  [LOOK_AFTER_FILMS]: () => lookAfterFilms({ db, canServe }, clock()),
  [FILM_PAGE_TURNS]: (payload) => turnFilmPage(db, pagePayload.parse(payload).pageId),
  [GIVE_BACK_TIME]: async (payload) => {
    await creditOutageTime(db, outagePayload.parse(payload).outageId, clock());
  },
});

/** Each minute, as the outage rules assume (`rental-times.rules.ts`). */
export const filmCron: CronItem[] = [
  { task: LOOK_AFTER_FILMS, match: '* * * * *', identifier: LOOK_AFTER_FILMS, options: { maxAttempts: 1 } },
];
