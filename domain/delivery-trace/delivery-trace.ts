import type { Db } from '#db/database.ts';
import { attemptName } from '#domain/attempts/attempts.ts';
import {
  findAccountsOf,
  findCallbacksOf,
  findCountsOf,
  findFailingJobs,
  findLinksTo,
  findLockedJobs,
  findMailsTo,
  findRegistrationsOf,
  findRequestsOf,
  findTextsTo,
  type TraceRow,
} from './delivery-trace.store.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { normalizeInput } from '#domain/forms/normalize-input.rules.ts';

export interface TracePart {
  /** What the rows are. */
  title: string;
  rows: TraceRow[];
}

/**
 * Why a mail or text did not arrive, as far as stored facts show: everything about one address or number. For
 * operators. Contains no code, no name and no mail body.
 */
export async function traceDelivery(
  { db, secretKey }: { db: Db; secretKey: string },
  asked: string,
): Promise<TracePart[]> {
  const isMail = asked.includes('@');
  const email = isMail ? normalizeInput('email', asked, {}) : '';
  const phoneNo = isMail ? '' : normalizeInput('phone_no', asked, {});
  const who = { emailKey: email && emailKeyOf(email), phoneNo };
  const accounts = await findAccountsOf(db, who);
  const registrations = await findRegistrationsOf(db, who);
  // Because of Gmail's dots the stored address may differ from the one queried, so both are searched.
  const known = [...accounts, ...registrations].flatMap((row) =>
    typeof row['email'] === 'string' ? [row['email']] : [],
  );
  const emails = [...new Set([email, ...known])];
  const members = accounts.flatMap(({ member }) => (typeof member === 'number' ? [member] : []));
  const parts = [
    { title: 'accounts', rows: accounts },
    { title: 'registrations that wait', rows: registrations },
    ...(isMail
      ? [
          { title: 'mails', rows: await findMailsTo(db, emails) },
          { title: 'mailed links', rows: await findLinksTo(db, emails) },
        ]
      : [
          { title: 'texts to the number', rows: await findTextsTo(db, phoneNo) },
          { title: 'verifications by call, text or voice', rows: await findRequestsOf(db, phoneNo) },
          { title: 'calls and texts that came from it', rows: await findCallbacksOf(db, phoneNo) },
        ]),
    {
      title: 'counts that limits look at',
      rows: await findCountsOf(db, { members, name: attemptName(secretKey, who.emailKey || phoneNo) }),
    },
    { title: 'jobs that failed, of everybody', rows: await findFailingJobs(db) },
    { title: 'jobs that a worker has taken, of everybody', rows: await findLockedJobs(db) },
  ];
  return parts;
}
