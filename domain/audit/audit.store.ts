import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { plannedForValues } from '#db/prepared-statements.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { SUBJECT_KINDS, type SubjectKind } from './audit.rules.ts';

export type AuditEvent = typeof auditEvents.$inferSelect;
/** One that is in the chain. */
export type ChainedEvent = AuditEvent & { position: number; hash: Buffer };

export async function insertEvent(tx: Tx, event: typeof auditEvents.$inferInsert): Promise<void> {
  await tx.insert(auditEvents).values(event);
}

export interface AuditFilter {
  who?: string;
  action?: string;
  /** Without the approval of a second person. */
  isAlone?: boolean;
  /** Of one kind, or of any of several; an id alone is looked up under each kind, as the index begins with the kind. */
  subject?: { kind?: SubjectKind | readonly SubjectKind[] | undefined; id?: string | undefined };
  from?: Date;
  to?: Date;
  /** Events older than the one with this id. */
  beforeId?: number;
}

/** Newest first. */
export function findEvents(
  db: Db | Tx,
  { who, action, isAlone, subject: { kind, id } = {}, from, to, beforeId }: AuditFilter,
  limit: number,
): Promise<AuditEvent[]> {
  const kinds = kind ?? (id === undefined ? undefined : SUBJECT_KINDS);
  const conditions: (SQL | undefined)[] = [
    plannedForValues,
    who === undefined ? undefined : eq(auditEvents.who, who),
    action === undefined ? undefined : eq(auditEvents.action, action),
    isAlone ? isNull(auditEvents.approvalId) : undefined,
    kinds && inArray(auditEvents.subjectKind, [kinds].flat()),
    id === undefined ? undefined : eq(auditEvents.subjectId, id),
    from && gte(auditEvents.at, from),
    to && lt(auditEvents.at, to),
    beforeId === undefined ? undefined : lt(auditEvents.id, beforeId),
  ];
  return db
    .select()
    .from(auditEvents)
    .where(and(...conditions))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
}

/** How often an action was done since an instant. */
export async function countEvents(db: Db, action: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ events: count() })
    .from(auditEvents)
    .where(and(plannedForValues, eq(auditEvents.action, action), gte(auditEvents.at, since)));
  return row?.events ?? 0;
}

/** First key of the advisory lock. */
const PERSON_LOCK = 881_903_871;

/** Serialises what a person does without a second person, until the end of the transaction. */
export async function lockPerson(tx: Tx, who: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PERSON_LOCK}, hashtext(${who}))`);
}

/** Runs of those given whose subjects have a later event of another run, or of a command. */
export async function findChangedRuns(
  db: Db | Tx,
  requestIds: readonly string[],
  { except = '' }: { except?: string } = {},
): Promise<Set<string>> {
  const later = alias(auditEvents, 'later');
  const rows = await db
    .selectDistinct({ requestId: auditEvents.requestId })
    .from(auditEvents)
    .innerJoin(
      later,
      and(
        eq(later.subjectKind, auditEvents.subjectKind),
        eq(later.subjectId, auditEvents.subjectId),
        gt(later.id, auditEvents.id),
        sql`${later.requestId} is distinct from ${auditEvents.requestId}`,
        sql`${later.requestId} is distinct from ${except}`,
      ),
    )
    .where(inArray(auditEvents.requestId, [...requestIds]));
  return new Set(rows.flatMap(({ requestId }) => requestId ?? []));
}

export const findEventsOfRun = (tx: Tx, requestId: string): Promise<AuditEvent[]> =>
  tx.select().from(auditEvents).where(eq(auditEvents.requestId, requestId)).orderBy(asc(auditEvents.id));

// THE CHAIN

/** One job at a time extends the chain. */
export async function lockChain(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(881903869)`);
}

export const findUnchained = (db: Db | Tx, limit: number): Promise<AuditEvent[]> =>
  db.select().from(auditEvents).where(isNull(auditEvents.position)).orderBy(asc(auditEvents.id)).limit(limit);

export async function findLastChained(db: Db | Tx): Promise<ChainedEvent | null> {
  const [last] = await db
    .select()
    .from(auditEvents)
    .where(gt(auditEvents.position, 0))
    .orderBy(desc(auditEvents.position))
    .limit(1);
  return last ? (last as ChainedEvent) : null;
}

/** From a position on, in order. */
export async function findChained(db: Db | Tx, afterPosition: number, limit: number): Promise<ChainedEvent[]> {
  const found = await db
    .select()
    .from(auditEvents)
    .where(gt(auditEvents.position, afterPosition))
    .orderBy(asc(auditEvents.position))
    .limit(limit);
  return found as ChainedEvent[];
}

export async function setChained(
  tx: Tx,
  links: readonly { id: number; position: number; previousHash: Buffer | null; hash: Buffer }[],
): Promise<void> {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null;
  await tx.execute(sql`
    update audit_events as event
    set position = link.position, previous_hash = decode(link.previous_hash, 'hex'), hash = decode(link.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(
      links.map(({ id, position, previousHash, hash }) => ({
        id,
        position,
        previous_hash: hex(previousHash),
        hash: hex(hash),
      })),
    )}::jsonb) as link (id bigint, position bigint, previous_hash text, hash text)
    where event.id = link.id`);
}

/** Whether events up to this position were deleted by the law of retention, which leaves an event that says so. */
export async function isForgotten(db: Db | Tx, position: number): Promise<boolean> {
  const [found] = await findEvents(
    db,
    { action: 'audit.forget', subject: { kind: 'audit-position', id: String(position) } },
    1,
  );
  return found !== undefined;
}

/** Events that have not been chained although they were written before this instant. */
export async function countUnchained(db: Db | Tx, before: Date): Promise<number> {
  const [row] = await db
    .select({ events: sql<number>`count(*)::int` })
    .from(auditEvents)
    .where(and(isNull(auditEvents.position), lte(auditEvents.at, before)));
  return row?.events ?? 0;
}
