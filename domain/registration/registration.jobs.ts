import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { MemberServices } from '#domain/members/members.ts';
import { deleteOldRegistrations } from './registration.store.ts';
import { WELCOME_JOB } from './registration.ts';
import { mailWelcome } from './welcome-mails.ts';

export const SWEEP_REGISTRATIONS = 'sweep-registrations';

const DAY_MS = 86_400_000;

const welcomePayload = z.object({ registrationId: z.number().int(), key: z.string() });

/** Tasks for the worker. Mails are deduplicated by the key of the job, so a job that runs twice sends one mail. */
export const registrationTasks = ({
  services,
  clock,
}: {
  services: Pick<MemberServices, 'db' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> => ({
  [WELCOME_JOB]: (payload) => mailWelcome(services, welcomePayload.parse(payload), clock()),
  // Kept for a day after expiry, because the rate limits of a number look back that far.
  [SWEEP_REGISTRATIONS]: () => deleteOldRegistrations(services.db, new Date(clock().getTime() - DAY_MS)),
});

export const registrationCron: CronItem[] = [
  { task: SWEEP_REGISTRATIONS, match: '37 * * * *', identifier: SWEEP_REGISTRATIONS, options: { maxAttempts: 1 } },
];
