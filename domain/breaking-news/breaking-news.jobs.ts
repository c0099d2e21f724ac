import type { Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { BREAKING_NEWS_ENDED, purgeEnded } from './breaking-news.ts';

export const breakingNewsTasks = (db: Db): Record<string, Task> => ({
  [BREAKING_NEWS_ENDED]: () => purgeEnded({ db }),
});
