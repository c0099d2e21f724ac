import type { Db, Tx } from '#db/database.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { securityMail } from './security-events.mail.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from './security-events.rules.ts';
import type { ListedEvent } from './security-events.types.ts';
import { findMailbox, findSecurityEvents, insertSecurityEvent } from './security-events.store.ts';

// The door: what pages, the server and other modules may call.

export { presentEvent } from './security-events.present.ts';
export type { ListedEvent } from './security-events.types.ts';
export { deleteOldSecurityEvents, hadSecurityEvent } from './security-events.store.ts';

/** Real user agents are shorter. */
const MAX_AGENT_CHARS = 300;
const MAX_EVENTS = 100;

export interface SecurityEvent {
  memberId: number;
  kind: SecurityEventKind;
  userAgent: string;
  remoteIp: string;
  /** By geoip, for the mail. Null or absent if unknown. */
  location?: string | null;
  /** Values for the mail text: `name` of a passkey, masked `phone` or `email`. Never a code or token. */
  detail?: Record<string, string>;
  now: Date;
  /** URL of the page that undoes the change. */
  link?: string;
  /** Additional recipients, such as the former address of the account. */
  alsoTo?: readonly string[];
}

/** Sanitises a text for storage and display: a single line of limited length. */
const line = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .slice(0, MAX_AGENT_CHARS);

/** Records a security event and queues the mail about it, both in the transaction `tx`. */
export async function recordSecurityEvent(
  tx: Tx,
  { memberId, kind, userAgent, remoteIp, location = null, detail = {}, now, link, alsoTo = [] }: SecurityEvent,
): Promise<void> {
  const agent = line(userAgent);
  const id = await insertSecurityEvent(tx, { memberId, kind, userAgent: agent, remoteIp, detail, createdAt: now });
  const mailbox = await findMailbox(tx, memberId);
  if (!mailbox) return;
  const recipients = new Set([mailbox.email, ...alsoTo]);
  for (const [at, recipient] of [...recipients].entries()) {
    const about = {
      id,
      at,
      kind,
      detail,
      userAgent: agent,
      remoteIp,
      location,
      now,
      recipient,
      name: mailbox.displayName,
      link,
    };
    await queueLetter(tx, { ...securityMail(about), memberId });
  }
}

/** Newest first. */
export async function listSecurityEvents(db: Db, memberId: number): Promise<ListedEvent[]> {
  const rows = await findSecurityEvents(db, memberId, MAX_EVENTS);
  return rows.flatMap(({ createdAt, kind, ...row }) => {
    const known = SECURITY_EVENTS.find((name) => name === kind);
    return known ? [{ ...row, kind: known, happenedAt: createdAt }] : [];
  });
}
