import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { forgetUploads } from '#domain/uploads/uploads.ts';
import type { FilmMakingServices } from './film-tools.types.ts';
import { DELETE_FILM_FILES, deleteFilmFiles } from './film-making.ts';
import { FILM_UPLOADS } from './film-uploads.rules.ts';
import { filmUploadsOf, takeUpload } from './film-uploads.ts';
import { PUBLISH_CAPTIONS, publishCaptions } from './film-words.ts';
import { MAKE_FILM, makeNext, queueFilms } from './making.ts';

const GO_ON_WITH_FILMS = 'go-on-with-films';

const payload = z.object({ jobId: z.number().int() });
const captionsPayload = payload.extend({ lang: z.string() });
const filesPayload = z.object({ sourceSha256: z.string() });
const uploadPayload = z.object({ uploadId: z.string() });

/** Worker tasks: one step of one film per job, so that jobs are short however long the film is. */
export const filmMakingTasks = ({
  services,
  clock,
}: {
  services: FilmMakingServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [MAKE_FILM]: async (given) => {
    const { jobId } = payload.parse(given);
    if ((await makeNext(services, jobId, { clock })) !== 'waits') await queueFilms(services, clock());
  },
  [PUBLISH_CAPTIONS]: (given) => publishCaptions(services, captionsPayload.parse(given), { now: clock() }),
  [DELETE_FILM_FILES]: (given) => deleteFilmFiles(services, filesPayload.parse(given).sourceSha256),
  [FILM_UPLOADS.takenBy!]: (given) => takeUpload(services, { ...uploadPayload.parse(given), now: clock() }),
  [GO_ON_WITH_FILMS]: async () => {
    await queueFilms(services, clock());
    await forgetUploads(filmUploadsOf(services), FILM_UPLOADS, clock());
  },
});

/** Each minute, for films left by a killed process. */
export const filmMakingCron: CronItem[] = [
  { task: GO_ON_WITH_FILMS, match: '* * * * *', identifier: GO_ON_WITH_FILMS, options: { maxAttempts: 1 } },
];
