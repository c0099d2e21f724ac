import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { mailVerify, mailWelcome } from './account-mails.ts';
import { VERIFY_JOB } from './email-address.ts';
import type { MemberServices } from './member-services.ts';
import { deleteOldRegistrations } from './registration.store.ts';
import { WELCOME_JOB } from './registration.ts';

export const SWEEP_MEMBERS = 'sweep-members';

const DAY_MS = 86_400_000;

const id = z.number().int();
const key = z.string();
const welcomePayload = z.object({ registrationId: id, key });
const verifyPayload = z.object({ memberId: id, purpose: z.enum(['verify', 'change']), email: z.string(), key });

/** For the worker. The mail of a job that runs twice is written once: it has the key of its job. */
export const memberTasks = ({
  services,
  clock,
}: {
  services: Pick<MemberServices, 'db' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> => ({
  [WELCOME_JOB]: (payload) => mailWelcome(services, welcomePayload.parse(payload), clock()),
  [VERIFY_JOB]: (payload) => mailVerify(services, verifyPayload.parse(payload), clock()),
  // The limits of a number look a day back.
  [SWEEP_MEMBERS]: () => deleteOldRegistrations(services.db, new Date(clock().getTime() - DAY_MS)),
});

export const memberCron: CronItem[] = [
  { task: SWEEP_MEMBERS, match: '37 * * * *', identifier: SWEEP_MEMBERS, options: { maxAttempts: 1 } },
];
