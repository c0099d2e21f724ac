import type { Db } from '#db/database.ts';
import { jobBacklog, type JobBacklog } from '#db/outbox.ts';
import { noticeBacklog } from '#domain/hooks/hooks.ts';
import { mailBacklog } from '#domain/mail/mail.ts';
import { paymentBacklog } from '#domain/payments/payments.ts';
import { phoneTraffic } from '#domain/phone-verification/phone-verification.ts';

/** What waits in the database to be done, and what went out, as metrics tell it. */
export interface Backlog {
  jobs: JobBacklog;
  mails: Awaited<ReturnType<typeof mailBacklog>>;
  notices: Awaited<ReturnType<typeof noticeBacklog>>;
  phones: Awaited<ReturnType<typeof phoneTraffic>>;
  payments: Awaited<ReturnType<typeof paymentBacklog>>;
}

export async function readBacklog(on: { db: Db; now: Date }): Promise<Backlog> {
  const [jobs, mails, notices, phones, payments] = await Promise.all([
    jobBacklog(on.db),
    mailBacklog(on),
    noticeBacklog(on),
    phoneTraffic(on),
    paymentBacklog(on),
  ]);
  return { jobs, mails, notices, phones, payments };
}
