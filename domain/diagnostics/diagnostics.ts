import { randomInt } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { attemptName, demandAttempt } from '#domain/attempts/attempts.ts';
import { findAllTickets } from '#domain/events/events.ts';
import { listLeases } from '#domain/playback/playback.ts';
import { findEntriesOfMember } from '#domain/waiting-room/waiting-room.ts';
import type { Actor } from '#shared/actor.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { CODE_LETTERS, KEPT_DAYS, parseCode, worstOf } from './diagnostics.rules.ts';
import type { ReportBody } from './diagnostics.schema.ts';
import { deleteReportsBefore, findReport, insertReport } from './diagnostics.store.ts';

export interface DiagnosticServices {
  db: Db;
  secretKey: string;
}

const ENTRIES_SHOWN = 20;
const TRIES = 5;

const letters = () => Array.from({ length: 4 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Stores a device's measurements for support. Returns its code. */
export async function sendReport(
  { db, secretKey }: DiagnosticServices,
  { actor, remoteIp }: { actor: Actor; remoteIp: string },
  { event_id: eventId, checks, device }: ReportBody,
  now: Date,
): Promise<string> {
  const address = attemptName(secretKey, addressKey(remoteIp));
  await demandAttempt(db, `diagnostic:${address}`, { ...EVENT_LIMITS.reportsOfAddress, now });
  const memberId = actor.kind === 'member' ? actor.memberId : null;
  const result = worstOf(checks.map((check) => check.result));
  for (let tries = 0; tries < TRIES; tries++) {
    const code = `D-${letters()}-${letters()}`;
    if (await insertReport(db, { code, memberId, eventId, result, checks, device, createdAt: now })) return code;
  }
  throw new DomainError('unavailable', 'no unused diagnostic code was found');
}

/** Everything support sees for a code: the measurements, and the member's tickets, queue entries and playback. */
export async function diagnosticStory(db: Db, told: string, now: Date) {
  const code = parseCode(told);
  const report = code === null ? null : await findReport(db, code);
  if (report === null)
    throw new DomainError('dataNotFound', 'the diagnostic code does not exist or is older than 30 days');
  const { memberId } = report;
  if (memberId === null) return { report, tickets: [], waitingRoomEntries: [], leases: [] };
  const [tickets, waitingRoomEntries, leases] = await Promise.all([
    findAllTickets(db, memberId),
    findEntriesOfMember(db, memberId, ENTRIES_SHOWN),
    listLeases(db, memberId, now),
  ]);
  return { report, tickets, waitingRoomEntries, leases };
}

/** Deletes reports older than thirty days. */
export const forgetReports = (db: Db, now: Date): Promise<void> =>
  deleteReportsBefore(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
