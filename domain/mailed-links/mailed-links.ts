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
/** How long a change of address waits for its new mailbox. */
export const ADDRESS_CHANGE_MS = 3 * 24 * HOUR_MS;
/** How long a link can be used. */
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

/** Makes a link and gives its code, which is in the mail alone: the database has its hash. */
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

/** The newest link of a registration takes the place of those before: the page of an older one says so. */
export const replaceLinks = (db: Db, registrationId: number, code: string, now: Date): Promise<void> =>
  spendLinksOfRegistration(db, registrationId, now, hashOf(code));

/** What a link is for; opening it changes nothing, so a scanner that reads the mail first spoils nothing. */
export async function peekMailedLink(db: Db, code: string | null | undefined, now: Date): Promise<FoundLink | null> {
  return code && CODE.test(code) ? findLink(db, hashOf(code), now) : null;
}

/** What became of a welcome link that cannot be used any more; null where nothing is known of it. */
export const endOfWelcome = (db: Db, code: string): Promise<'activated' | 'replaced' | null> =>
  CODE.test(code) ? findSpentWelcome(db, hashOf(code)) : Promise.resolve(null);

/** Uses a link up. 10005 where it is unknown, used, replaced, over or for something else. */
export async function spendMailedLink(
  tx: Tx,
  code: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<FoundLink> {
  const wanted = await peekMailedLink(tx, code, now);
  // Before the link, as everybody locks them in this order; what was decided about the member meanwhile is seen then.
  if (wanted?.memberId) await lockLinkHolder(tx, wanted.memberId);
  const link = wanted && (await takeLink(tx, hashOf(code), now));
  // Thrown within a transaction, so that a link asked for the wrong thing is not used up.
  if (!link || !purposes.includes(link.purpose)) throw new DomainError('verifyCodeNotFound');
  return link;
}
