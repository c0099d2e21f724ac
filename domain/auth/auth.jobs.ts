import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { deleteOverAttempts } from '#domain/attempts/attempts.ts';
import type { AuthServices } from './auth-services.ts';
import { FORGOTTEN_JOB, mailForgotten, type MailNewcomer } from './forgotten-password.ts';
import { deleteOldLinks } from '#domain/mailed-links/mailed-links.ts';
import { deleteOldSecurityEvents } from '#domain/security-events/security-events.ts';
import { keptSince } from '#domain/settings/settings.ts';
import { deleteOverSessions } from './sessions.store.ts';

export const SWEEP_AUTH = 'sweep-auth';

const DAY_MS = 86_400_000;
const LINKS_KEPT_MS = 30 * DAY_MS;

const forgottenPayload = z.object({
  email: z.string().optional(),
  phone_no: z.string().optional(),
  acc881: z.string().optional(),
  acc903: z.string().optional(),
  key: z.string(),
});

/** Deletes expired sessions, attempts, links and security events: they grant nothing and must not be retained. */
async function sweepAuth(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await deleteOverSessions(db, now);
  await deleteOverAttempts(db, now);
  await deleteOldLinks(db, ago(LINKS_KEPT_MS));
  await deleteOldSecurityEvents(db, await keptSince({ db, now }, 'keep.security-events'));
}

/** Tasks for the worker. Mails are deduplicated by the key of the job, so a job that runs twice sends one mail. */
export const authTasks = ({
  services,
  clock,
}: {
  services: Pick<AuthServices, 'db' | 'siteUrl'> & { mailNewcomer: MailNewcomer };
  clock: () => Date;
}): Record<string, Task> => ({
  [FORGOTTEN_JOB]: (payload) => mailForgotten(services, forgottenPayload.parse(payload), clock()),
  [SWEEP_AUTH]: () => sweepAuth(services.db, clock()),
});

export const authCron: CronItem[] = [
  { task: SWEEP_AUTH, match: '37 * * * *', identifier: SWEEP_AUTH, options: { maxAttempts: 1 } },
];
