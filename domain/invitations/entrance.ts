import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { admittedOf, scannedAtOf, standingOf } from './entrance.rules.ts';
import type { SentScan } from './entrance.schema.ts';
import {
  findCodesOfComing,
  findComing,
  findOverfull,
  findScans,
  findScansOfEvent,
  findSeats,
  insertScans,
  type ScanRow,
} from './entrance.store.ts';
import { MAX_INVITED } from './invitations.rules.ts';
import { lockEvent, type InvitationRow } from './invitations.store.ts';

// Admissions at the doors of an event. Phones scan without a network, so what they send has happened: it is
// recorded, and reported if a ticket was used twice, but never refused.

interface Call {
  hand: Hand;
  now: Date;
}

/** A scan for the desk. */
export const presentScan = ({ id, door, seats, corrects, scannedAt }: ScanRow) => ({
  id,
  door,
  seats,
  corrects,
  at_ts: unixSeconds(scannedAt),
});
type ShownScan = ReturnType<typeof presentScan>;

/** `double`: more people are in than have a seat, with the other scans of the invitation. */
type ScanAnswer = { id: string; outcome: 'taken' | 'unknown' } | { id: string; outcome: 'double'; others: ShownScan[] };

function groupedByInvitation(scans: readonly ScanRow[]): Map<number, ScanRow[]> {
  return Map.groupBy(scans, ({ invitationId }) => invitationId);
}

/** The rows of what was sent and is not known yet, and the ids of those whose invitation or corrected scan is unknown. */
function rowsOf(
  sent: readonly SentScan[],
  known: readonly ScanRow[],
  seatsOf: ReadonlyMap<number, number>,
  rowOf: (scan: SentScan, seats: number) => ScanRow,
): { rows: ScanRow[]; unknown: Set<string> } {
  const all = new Map(known.map((row) => [row.id, row]));
  const corrected = new Set(known.map(({ corrects }) => corrects));
  const rows: ScanRow[] = [];
  const unknown = new Set<string>();
  for (const scan of sent) {
    if (all.has(scan.id)) continue;
    const target = scan.corrects === undefined ? null : all.get(scan.corrects);
    const isOfAnother = target && (target.invitationId !== scan.invitation_id || target.seats < 0);
    if (!seatsOf.has(scan.invitation_id) || target === undefined || isOfAnother) {
      unknown.add(scan.id);
      continue;
    }
    // Two doors may correct the same scan; it is taken back once.
    if (target && corrected.has(target.id)) continue;
    const row = rowOf(scan, target ? -target.seats : scan.seats!);
    rows.push(row);
    all.set(row.id, row);
    corrected.add(row.corrects);
  }
  return { rows, unknown };
}

/** Records what a door let in, each row once however often it is sent, and answers each, in the order sent. */
export async function takeScans(
  tx: Tx,
  { hand, now }: Call,
  { eventId, scans: sent }: { eventId: number; scans: readonly SentScan[] },
): Promise<ScanAnswer[]> {
  const event = await lockEvent(tx, eventId);
  if (event === null) throw new DomainError('dataNotFound', `event ${eventId} does not exist`);
  const asked = [...new Set(sent.map(({ invitation_id: id }) => id))];
  const seatsOf = new Map((await findSeats(tx, eventId, asked)).map(({ id, seats }) => [id, seats]));
  const ids = [...seatsOf.keys()];
  const { rows, unknown } = rowsOf(sent, await findScans(tx, ids), seatsOf, (scan, seats) => ({
    id: scan.id,
    invitationId: scan.invitation_id,
    door: scan.door,
    seats,
    corrects: scan.corrects ?? null,
    scannedAt: scannedAtOf(scan.at_ts, { doorsAt: event.doorsAt, now }),
    receivedAt: now,
    accountId: hand.accountId ?? null,
  }));
  await insertScans(tx, rows);
  const after = { scans: rows.length, arrived: admittedOf(rows) };
  await recordAudit(tx, hand, { action: 'invitations.scan', subject: ['guest-event', eventId], after }, now);
  const present = groupedByInvitation(await findScans(tx, ids));
  return sent.map(({ id, invitation_id: invitation }) => {
    if (unknown.has(id)) return { id, outcome: 'unknown' };
    const all = present.get(invitation) ?? [];
    const standing = standingOf(all);
    if (admittedOf(all) <= seatsOf.get(invitation)! || !standing.some((row) => row.id === id))
      return { id, outcome: 'taken' };
    return { id, outcome: 'double', others: standing.filter((row) => row.id !== id).map(presentScan) };
  });
}

/** An invitation at the door. */
interface Comer {
  invitation: InvitationRow;
  scans: ScanRow[];
  /** Identify its tickets on phones without a network. */
  codeHashes: Buffer[];
}

/** Those who come to an event, by name, with what the doors let in. */
export async function listComers(db: Db, eventId: number): Promise<Comer[]> {
  const [rows, scans, codes] = await Promise.all([
    findComing(db, eventId, MAX_INVITED),
    findScansOfEvent(db, eventId),
    findCodesOfComing(db, eventId),
  ]);
  const scansOf = groupedByInvitation(scans);
  const codesOf = Map.groupBy(codes, ({ invitationId }) => invitationId);
  return rows.map((invitation) => ({
    invitation,
    scans: scansOf.get(invitation.id) ?? [],
    codeHashes: (codesOf.get(invitation.id) ?? []).map(({ codeHash }) => codeHash),
  }));
}

/** Invitations that were used for more people than have a seat, with the scans that let them in. */
export async function listDoubles(db: Db, eventId: number, limit: number) {
  const rows = await findOverfull(db, eventId, limit);
  const scansOf = groupedByInvitation(
    await findScans(
      db,
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) => ({ ...row, scans: standingOf(scansOf.get(row.id) ?? []) }));
}
