import { attempts } from '#db/tables/attempts.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { billingAccounts } from '#db/tables/payments.ts';
import { registrations } from '#db/tables/registration.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';

/** Leaves nobody, no counts, no mail and no jobs for the next test. */
export async function emptyAccounts({ db, pool }: TestDatabase): Promise<void> {
  // A leaving member's payments were locked.
  for (const table of [billingAccounts, members, registrations, attempts, mails]) await db.delete(table);
  await pool.query('delete from graphile_worker._private_jobs');
}

/** The name of what some work was refused with; null where it was not. */
export const errorNameOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.errorName : String(error)),
  );
