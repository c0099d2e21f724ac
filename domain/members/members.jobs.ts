import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { mailVerify } from './account-mails.ts';
import { VERIFY_JOB } from './email-address.ts';
import type { MemberServices } from './member-services.ts';

const verifyPayload = z.object({
  memberId: z.number().int(),
  purpose: z.enum(['verify', 'change']),
  email: z.string(),
  key: z.string(),
});

/** For the worker. The mail of a job that runs twice is written once: it has the key of its job. */
export const memberTasks = ({
  services,
  clock,
}: {
  services: Pick<MemberServices, 'db' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> => ({
  [VERIFY_JOB]: (payload) => mailVerify(services, verifyPayload.parse(payload), clock()),
});
