import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  findLink,
  findSpentWelcome,
  insertLink,
  lockLinkHolder,
  spendLinksOfRegistration,
  takeLink,
  type FoundLink,
  type LinkPurpose,
} from './mailed-links.store.ts';

export {
  deleteOldLinks,
  giveLinksTo,
  spendLinks,
  spendLinksOfRegistration,
  type FoundLink,
  type LinkPurpose,
} from './mailed-links.store.ts';

const HOUR_MS = 3_600_000;
/** How long a change of address waits for confirmation by the new mailbox. */
export const ADDRESS_CHANGE_MS = 3 * 24 * HOUR_MS;
/** Validity of a link, by purpose. */
const GOOD_MS: Record<LinkPurpose, number> = {
  welcome: 7 * 24 * HOUR_MS,
  reset: HOUR_MS,
  verify: 3 * 24 * HOUR_MS,
  change: ADDRESS_CHANGE_MS,
  cancel: ADDRESS_CHANGE_MS,
};
const CODE_BYTES = 32;
const CODE = /^[\w-]{43}$/;

const hashOf = (code: string) => hash('sha256', code, 'buffer');

/** Creates a link and returns its code. The code is only in the mail; the database stores its hash. */
export async function issueLink(
  db: Db,
  {
    purpose,
    memberId = null,
    registrationId = null,
    email,
    now,
  }: { purpose: LinkPurpose; memberId?: number | null; registrationId?: number | null; email: string; now: Date },
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await insertLink(db, {
    purpose,
    codeHash: hashOf(code),
    memberId,
    registrationId,
    email,
    expiresAt: new Date(now.getTime() + GOOD_MS[purpose]),
    createdAt: now,
  });
  return code;
}

/** Voids earlier links of a registration in favour of the newest. Their page says that they were replaced. */
export const replaceLinks = (db: Db, registrationId: number, code: string, now: Date): Promise<void> =>
  spendLinksOfRegistration(db, registrationId, now, hashOf(code));

/** Looks up a link. Has no effect, so a mail scanner that opens the link first does no harm. */
export async function peekMailedLink(db: Db, code: string | null | undefined, now: Date): Promise<FoundLink | null> {
  return code && CODE.test(code) ? findLink(db, hashOf(code), now) : null;
}

/** What became of an invalid welcome link. Null if unknown. */
export const endOfWelcome = (db: Db, code: string): Promise<'activated' | 'replaced' | null> =>
  CODE.test(code) ? findSpentWelcome(db, hashOf(code)) : Promise.resolve(null);

/** Uses a link. 10005 if it is unknown, used, replaced, expired or for another purpose. */
export async function spendMailedLink(
  tx: Tx,
  code: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<FoundLink> {
  const wanted = await peekMailedLink(tx, code, now);
  // Locks the member before the link, in the same order as everywhere, so that concurrent decisions about the member
  // are seen.
  if (wanted?.memberId) await lockLinkHolder(tx, wanted.memberId);
  const link = wanted && (await takeLink(tx, hashOf(code), now));
  // Throwing rolls back the transaction, so that a link submitted for the wrong purpose is not used up.
  if (!link || !purposes.includes(link.purpose)) throw new DomainError('verifyCodeNotFound');
  return link;
}
