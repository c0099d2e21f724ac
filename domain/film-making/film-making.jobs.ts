import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { FilmServices } from './film-tools.types.ts';
import { MAKE_FILM, makeNext, queueFilms } from './making.ts';

const GO_ON_WITH_FILMS = 'go-on-with-films';

const payload = z.object({ jobId: z.number().int() });

/** Worker tasks: one step of one film per job, so that jobs are short however long the film is. */
export const filmTasks = ({
  services,
  clock,
}: {
  services: FilmServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [MAKE_FILM]: async (given) => {
    const { jobId } = payload.parse(given);
    if ((await makeNext(services, jobId, { clock })) !== 'waits') await queueFilms(services, clock());
  },
  [GO_ON_WITH_FILMS]: () => queueFilms(services, clock()),
});

/** Each minute, for films left by a killed process. */
export const filmCron: CronItem[] = [
  { task: GO_ON_WITH_FILMS, match: '* * * * *', identifier: GO_ON_WITH_FILMS, options: { maxAttempts: 1 } },
];
