import type { Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { lettered, type MemberMail } from '#domain/mail/member-letter.ts';
import type { To } from './subscriptions.mail.ts';

/** Writes to a member in the transaction of what it tells of; to who has been erased nobody writes. */
export async function mailMember(
  tx: Tx,
  memberId: number,
  key: string,
  mailOf: (to: To & { key: string }) => MemberMail,
): Promise<void> {
  const account = await findAccount(tx, memberId);
  if (!account?.email) return;
  await queueMail(tx, lettered({ ...mailOf({ key, recipient: account.email, name: account.displayName }), memberId }));
}
