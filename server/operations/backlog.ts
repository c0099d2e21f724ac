import type { Db } from '#db/database.ts';
import { jobBacklog, type JobBacklog } from '#db/outbox.ts';
import { webhookBacklog } from '#domain/webhooks/webhooks.ts';
import { mailBacklog } from '#domain/mail/mail.ts';
import { missingHolidays } from '#domain/offline-applications/working-days.rules.ts';
import { paymentBacklog } from '#domain/payments/payments.ts';
import { phoneFigures } from '#domain/phone-verification/phone-verification.ts';
import { receiptBacklog } from '#domain/receipts/receipts.ts';
import { renewalBacklog } from '#domain/renewals/renewals.ts';

/** Pending and failed work in the database, for metrics. */
export interface Backlog {
  jobs: JobBacklog;
  mails: Awaited<ReturnType<typeof mailBacklog>>;
  notices: Awaited<ReturnType<typeof webhookBacklog>>;
  phones: Awaited<ReturnType<typeof phoneFigures>>;
  payments: Awaited<ReturnType<typeof paymentBacklog>>;
  renewals: Awaited<ReturnType<typeof renewalBacklog>>;
  receipts: Awaited<ReturnType<typeof receiptBacklog>>;
  /** A year needed for counting working days has no holidays configured. */
  isCalendarMissing: boolean;
}

export async function readBacklog(on: { db: Db; now: Date }): Promise<Backlog> {
  const [jobs, mails, notices, phones, payments, renewals, receipts] = await Promise.all([
    jobBacklog(on.db),
    mailBacklog(on),
    webhookBacklog(on),
    phoneFigures(on),
    paymentBacklog(on),
    renewalBacklog(on),
    receiptBacklog(on),
  ]);
  return {
    jobs,
    mails,
    notices,
    phones,
    payments,
    renewals,
    receipts,
    isCalendarMissing: missingHolidays(on.now) !== null,
  };
}
