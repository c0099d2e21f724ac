import { attempts } from '#db/tables/attempts.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { billingAccounts } from '#db/tables/payments.ts';
import { registrations } from '#db/tables/registration.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';

/** Deletes members, counters, mails and jobs between tests. */
export async function emptyAccounts({ db, pool }: TestDatabase): Promise<void> {
  // A member requesting deletion has a locked billing account.
  for (const table of [billingAccounts, members, registrations, attempts, mails]) await db.delete(table);
  await pool.query('delete from graphile_worker._private_jobs');
}

/** The error name that a call was rejected with. Null if it succeeded. */
export const errorNameOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.errorName : String(error)),
  );
