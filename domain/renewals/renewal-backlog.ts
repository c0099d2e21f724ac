import type { Db } from '#db/database.ts';
import { dayHkOf, instantHk } from '#shared/hk-time.ts';
import { countDueProfiles, countProfiles } from './renewal-backlog.store.ts';

/** Renewal backlog for metrics. */
export async function renewalBacklog({ db, now }: { db: Db; now: Date }) {
  const [profiles, due] = await Promise.all([countProfiles(db), countDueProfiles(db, dayHkOf(now))]);
  return {
    profiles,
    due: {
      profiles: due.profiles,
      oldestSeconds: due.oldestOn ? (now.getTime() - instantHk(due.oldestOn, 0).getTime()) / 1_000 : 0,
    },
  };
}
