import { createHmac } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { auditHeadMail } from './audit.mail.ts';
import type { AuditHead } from './audit.rules.ts';
import {
  countUnchained,
  findChained,
  findLastChained,
  findUnchained,
  isForgotten,
  lockChain,
  setChained,
  type AuditEvent,
  type ChainedEvent,
} from './audit.store.ts';

// The hash chain makes changes to the audit detectable, also by the owner of the database. Each hash covers every column
// of its event and the hash before it, with a key that is not in the database. The newest hash has no successor, so the
// audit head is mailed each day. Events are chained by a job after they are committed, because their ids are not in the
// order of their commits.

const AT_ONCE = 1_000;
/** An event that is older and not chained shows that the job does not run, or that a row was inserted with a past time. */
const CHAINED_WITHIN_MS = 3_600_000;

export interface ChainServices {
  db: Db;
  /** `LEDGER_KEY`. */
  ledgerKey: string;
}

function hashOf(ledgerKey: string, event: AuditEvent, position: number, previousHash: Buffer | null): Buffer {
  const { id, at, who, action, subjectKind, subjectId, before, after, reason } = event;
  const row = [id, at.toISOString(), who, action, subjectKind, subjectId, before, after, reason];
  const covered = ['audit', position, previousHash?.toString('hex') ?? null, row];
  return createHmac('sha256', ledgerKey).update(JSON.stringify(covered)).digest();
}

/** Appends committed events to the chain, oldest first. Returns how many. */
export async function extendChain({ db, ledgerKey }: ChainServices): Promise<number> {
  for (let chained = 0; ;) {
    const added = await db.transaction(async (tx) => {
      await lockChain(tx);
      const events = await findUnchained(tx, AT_ONCE);
      const last = await findLastChained(tx);
      let { position, previousHash } = { position: last?.position ?? 0, previousHash: last?.hash ?? null };
      const links = events.map((event) => {
        position += 1;
        const link = { id: event.id, position, previousHash, hash: hashOf(ledgerKey, event, position, previousHash) };
        previousHash = link.hash;
        return link;
      });
      if (links.length > 0) await setChained(tx, links);
      return links.length;
    });
    chained += added;
    if (added < AT_ONCE) return chained;
  }
}

/** The audit head to keep outside the database; null if nothing is chained. */
export async function auditHead(db: Db): Promise<AuditHead | null> {
  const last = await findLastChained(db);
  return last ? { position: last.position, hash: last.hash.toString('hex') } : null;
}

/** Mails the audit head, once each; returns it if this call queued the mail. */
export async function mailAuditHead(db: Db, to: string): Promise<AuditHead | null> {
  const head = await auditHead(db);
  if (head === null) return null;
  return db.transaction(async (tx) => ((await queueMail(tx, auditHeadMail(head, to))) ? head : null));
}

/** What the chain says of an event or a position. */
export type AuditFault =
  | { kind: 'changed'; position: number; event: AuditEvent }
  | { kind: 'missing'; from: number; to: number }
  | { kind: 'head'; position: number }
  | { kind: 'unchained'; events: number };

/**
 * Verifies the chain: every event unchanged, none missing, and the head kept outside the database still part of it.
 * Returns the number of events read and every fault.
 */
export async function checkAudit(
  { db, ledgerKey }: ChainServices,
  { head, now }: { head?: AuditHead | undefined; now: Date },
): Promise<{ events: number; faults: AuditFault[] }> {
  const faults: AuditFault[] = [];
  let events = 0;
  let isHeadFound = false;
  let before: ChainedEvent | null = null;
  for (let read: ChainedEvent[] = []; ;) {
    read = await findChained(db, before?.position ?? 0, AT_ONCE);
    for (const event of read) {
      const { position, previousHash, hash } = event;
      const expected: number = (before?.position ?? 0) + 1;
      const isStart = before === null && position > 1 && (await isForgotten(db, position - 1));
      if (position !== expected && !isStart) faults.push({ kind: 'missing', from: expected, to: position - 1 });
      const isLinked = position !== expected || (before?.hash.equals(previousHash ?? Buffer.of()) ?? true);
      if (!isLinked || !hash.equals(hashOf(ledgerKey, event, position, previousHash)))
        faults.push({ kind: 'changed', position, event });
      if (position === head?.position) isHeadFound = hash.toString('hex') === head.hash;
      before = event;
    }
    events += read.length;
    if (read.length < AT_ONCE) break;
  }
  if (head && !isHeadFound) faults.push({ kind: 'head', position: head.position });
  const unchained = await countUnchained(db, new Date(now.getTime() - CHAINED_WITHIN_MS));
  if (unchained > 0) faults.push({ kind: 'unchained', events: unchained });
  return { events, faults };
}
