import { and, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { incidents } from '#db/tables/on-air.ts';
import type { Condition } from './incidents.rules.ts';

export type Incident = typeof incidents.$inferSelect;

/** A condition closed by a person lasts until it was not seen for this long. */
const OVER_MS = 300_000;

/** Opens, continues and closes incidents. Returns whether the list of open ones changed. */
export async function saveConditions(tx: Tx, conditions: readonly Condition[], now: Date): Promise<boolean> {
  // Serialises evaluations: two at once would open the same incident twice, and one of them fail.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('incidents'))`);
  const at = now.toISOString();
  const given = sql`jsonb_to_recordset(${JSON.stringify(conditions)}::jsonb) as given (kind text, subject text, figures jsonb)`;
  await tx.execute(sql`
    update ${incidents} incident set seen_at = ${at},
      figures = case when incident.closed_at is null then given.figures else incident.figures end
    from ${given}
    where incident.kind = given.kind and incident.subject = given.subject and (incident.closed_at is null
      or incident.closed_by is not null and incident.seen_at > ${new Date(now.getTime() - OVER_MS).toISOString()})`);
  const opened = await tx.execute(sql`
    insert into ${incidents} (kind, subject, figures, opened_at, seen_at)
    select kind, subject, figures, ${at}, ${at} from ${given}
    where not exists (select 1 from ${incidents} known
      where known.kind = given.kind and known.subject = given.subject and known.seen_at = ${at})`);
  const closed = await tx
    .update(incidents)
    .set({ closedAt: now })
    .where(and(isNull(incidents.closedAt), lt(incidents.seenAt, now)))
    .returning({ id: incidents.id });
  return (opened.rowCount ?? 0) + closed.length > 0;
}

/** Oldest first: it is the most pressing. */
export const findOpenIncidents = (db: Db): Promise<Incident[]> =>
  db.select().from(incidents).where(isNull(incidents.closedAt)).orderBy(incidents.id).limit(200);

/** Closed ones, newest first. */
export const findClosedIncidents = (
  db: Db,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<Incident[]> =>
  db
    .select()
    .from(incidents)
    .where(and(isNotNull(incidents.closedAt), beforeId === null ? undefined : lt(incidents.id, beforeId)))
    .orderBy(desc(incidents.id))
    .limit(limit);

export async function lockIncident(tx: Tx, id: number): Promise<Incident | undefined> {
  const [row] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update');
  return row;
}

export async function closeIncidentRow(
  tx: Tx,
  id: number,
  closing: { closedAt: Date; closedBy: string; closingWords: string },
): Promise<void> {
  await tx.update(incidents).set(closing).where(eq(incidents.id, id));
}

/** Those that were open at or after an instant, newest first. */
export const findIncidentsSince = (db: Db, since: Date, limit: number): Promise<Incident[]> =>
  db
    .select()
    .from(incidents)
    .where(or(isNull(incidents.closedAt), gte(incidents.seenAt, since)))
    .orderBy(desc(incidents.id))
    .limit(limit);
