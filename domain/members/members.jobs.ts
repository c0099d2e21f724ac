import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { forgetMail } from '#domain/mail/mail.ts';
import { deleteOverAttempts } from '#domain/auth/attempts.store.ts';
import type { MemberServices } from './member-services.ts';
import { deleteOldChallenges } from '#domain/passkeys/passkeys.store.ts';
import { eraseDueMembers } from '#domain/privacy/privacy.ts';
import { deleteOldLinks, deleteOldSecurityEvents, deleteOldRegistrations } from './retention.store.ts';
import { deleteOverSessions } from '#domain/auth/sessions.ts';

export const ERASE_MEMBERS = 'erase-members';
export const SWEEP_MEMBERS = 'sweep-members';

const DAY_MS = 86_400_000;
const LINKS_KEPT_MS = 30 * DAY_MS;
const EVENTS_KEPT_MS = 2 * 365 * DAY_MS;

/** Throws away what is over: nothing of it opens anything any more, and nobody is to find it here. */
async function sweepMembers(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await deleteOverSessions(db, now);
  await deleteOverAttempts(db, now);
  await deleteOldChallenges(db, now);
  // The limits of a number look a day back.
  await deleteOldRegistrations(db, ago(DAY_MS));
  await deleteOldLinks(db, ago(LINKS_KEPT_MS));
  await deleteOldSecurityEvents(db, ago(EVENTS_KEPT_MS));
}

/** The members' tasks for the worker. */
export function memberTasks({
  services,
  clock,
}: {
  services: MemberServices;
  clock: () => Date;
}): Record<string, Task> {
  return {
    [ERASE_MEMBERS]: async () => {
      await eraseDueMembers(services, clock());
    },
    [SWEEP_MEMBERS]: () => sweepMembers(services.db, clock()),
  };
}

/** Each hour whose grace is over, and what is over. */
export const memberCron: CronItem[] = [
  {
    task: ERASE_MEMBERS,
    match: '7 * * * *',
    identifier: ERASE_MEMBERS,
    options: { maxAttempts: 5, backfillPeriod: 3_600_000 },
  },
  { task: SWEEP_MEMBERS, match: '37 * * * *', identifier: SWEEP_MEMBERS, options: { maxAttempts: 1 } },
];

/** Called in the transaction that says that the last mail of an account was sent: its address goes too. */
export const erasedMailSent = (db: Db, { dedupeKey }: { dedupeKey: string }): Promise<void> =>
  forgetMail(db, dedupeKey);
