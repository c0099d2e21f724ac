import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { mailForgotten, mailVerify, mailWelcome } from './account-mails.ts';
import { FORGOTTEN_JOB, VERIFY_JOB } from './accounts.ts';
import type { MemberServices } from './member-services.ts';
import { WELCOME_JOB } from './registration.ts';

const id = z.number().int();
const key = z.string();
const welcomePayload = z.object({ registrationId: id, key });
const forgottenPayload = z.object({
  email: z.string().optional(),
  phone_no: z.string().optional(),
  acc881: z.string().optional(),
  acc903: z.string().optional(),
  key,
});
const verifyPayload = z.object({ memberId: id, purpose: z.enum(['verify', 'change']), email: z.string(), key });

/** The mails of accounts, for the worker. One that runs twice writes once: its mail has the key of its job. */
export function accountTasks({
  services,
  clock,
}: {
  services: Pick<MemberServices, 'db' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> {
  return {
    [WELCOME_JOB]: (payload) => mailWelcome(services, welcomePayload.parse(payload), clock()),
    [FORGOTTEN_JOB]: (payload) => mailForgotten(services, forgottenPayload.parse(payload), clock()),
    [VERIFY_JOB]: (payload) => mailVerify(services, verifyPayload.parse(payload), clock()),
  };
}
