import type { Db, Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { lettered, type MemberMail } from '#domain/mail/member-letter.ts';
import { cancelUnpaid, orderStory, type PaymentServices } from '#domain/payments/payments.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import type { PictureDecoder } from '#shared/picture-decoder.ts';
import type { About } from './offline-applications.mail.ts';

/** What is overdue, on the list of what waits for a person. */
export const OVERDUE = 'offline_overdue';

export interface OfflineServices {
  db: Db;
  siteUrl: string;
  payments: PaymentServices;
  files: FileStorage;
  pictures: PictureDecoder;
}

/** Writes to a member in the transaction of what it tells of; to who has been erased nobody writes. */
export async function mailMember(tx: Tx, memberId: number | null, key: string, mailOf: (to: About) => MemberMail) {
  const account = memberId === null ? null : await findAccount(tx, memberId);
  if (!account?.email) return;
  await queueMail(tx, lettered({ ...mailOf({ key, recipient: account.email, name: account.displayName }), memberId }));
}

/** Ends the order of an application; the application follows it. */
export async function endOrder({ payments }: Pick<OfflineServices, 'payments'>, orderId: number): Promise<void> {
  await cancelUnpaid(payments, (await orderStory(payments.db, orderId)).order);
}
