import type { Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { queueLetter, type MemberMail } from '#domain/mail/member-letter.ts';
import { planSubject } from './plan-mails.words.ts';

// Shared by all mails about plans.

export { NOTHING_TO_DO, timeFacts, untilWords, type TimeWords } from './plan-mails.words.ts';

/** The recipient. A second mail with the same key is not sent. */
export interface About {
  key: string;
  recipient: string;
  name: string;
}

export const planMail = (template: string, { key, recipient }: About, subject: string) => ({
  template,
  dedupeKey: `${template}:${key}`,
  recipient,
  subject: planSubject(subject),
});

/** Queues a mail to a member in the transaction of its event; does nothing for an erased member. */
export async function mailMember(
  tx: Tx,
  memberId: number | null,
  key: string,
  mailOf: (to: About) => MemberMail,
): Promise<void> {
  const account = memberId === null ? null : await findAccount(tx, memberId);
  if (!account?.email) return;
  await queueLetter(tx, { ...mailOf({ key, recipient: account.email, name: account.displayName }), memberId });
}
