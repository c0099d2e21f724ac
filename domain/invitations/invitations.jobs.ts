import type { CronItem, Task } from 'graphile-worker';
import { moveOffers, type InvitationServices } from './invitations.ts';

const MOVE = 'invitation-offers';

/** Worker tasks. */
export const invitationTasks = (services: InvitationServices, clock: () => Date): Record<string, Task> => ({
  [MOVE]: () => moveOffers(services, clock()),
});

export const invitationCron: CronItem[] = [
  { task: MOVE, match: '* * * * *', identifier: MOVE, options: { maxAttempts: 1 } },
];
