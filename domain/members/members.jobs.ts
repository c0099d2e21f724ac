import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { mailVerify } from './email/account-mails.ts';
import { VERIFY_JOB } from './email/email-address.ts';
import type { MemberServices } from './member-services.ts';

const verifyPayload = z.object({
  memberId: z.number().int(),
  purpose: z.enum(['verify', 'change']),
  email: z.string(),
  key: z.string(),
});

/** Tasks for the worker. Mails are deduplicated by the key of the job, so a job that runs twice sends one mail. */
export const memberTasks = ({
  services,
  clock,
}: {
  services: Pick<MemberServices, 'db' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> => ({
  [VERIFY_JOB]: (payload) => mailVerify(services, verifyPayload.parse(payload), clock()),
});
