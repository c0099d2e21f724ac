import { eq, gte, lt, max, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { statusHours } from '#db/tables/status.ts';
import type { StatusDay, StatusPart } from './status.rules.ts';

const MINUTE_SECONDS = 60;

/** Counts a minute for some parts; one that was counted less than half a minute ago changes nothing. */
export async function countMinute(
  tx: Tx,
  parts: readonly { part: StatusPart; isDown: boolean }[],
  { hour, now }: { hour: Date; now: Date },
): Promise<void> {
  await tx
    .insert(statusHours)
    .values(
      parts.map(({ part, isDown }) => ({
        part,
        startsAt: hour,
        knownSeconds: MINUTE_SECONDS,
        downSeconds: isDown ? MINUTE_SECONDS : 0,
        countedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [statusHours.part, statusHours.startsAt],
      set: {
        knownSeconds: sql`least(3600, ${statusHours.knownSeconds} + excluded.known_seconds)`,
        downSeconds: sql`least(3600, ${statusHours.knownSeconds} + excluded.known_seconds, ${statusHours.downSeconds} + excluded.down_seconds)`,
        countedAt: now,
      },
      setWhere: sql`${statusHours.countedAt} < excluded.counted_at - interval '30 seconds'`,
    });
}

export async function findLastHour(db: Db, part: StatusPart): Promise<Date | null> {
  const [row] = await db
    .select({ last: max(statusHours.startsAt) })
    .from(statusHours)
    .where(eq(statusHours.part, part));
  return row?.last ?? null;
}

export const insertHours = (db: Db, rows: readonly (typeof statusHours.$inferInsert)[]) =>
  db
    .insert(statusHours)
    .values([...rows])
    .onConflictDoNothing();

/** Sums by part and Hong Kong day. */
export async function sumDays(db: Db, from: Date): Promise<(StatusDay & { part: StatusPart })[]> {
  const day = sql<string>`to_char(${statusHours.startsAt} at time zone 'Asia/Hong_Kong', 'YYYY-MM-DD')`;
  return db
    .select({
      part: statusHours.part,
      day,
      knownSeconds: sql<number>`sum(${statusHours.knownSeconds})::int`,
      downSeconds: sql<number>`sum(${statusHours.downSeconds})::int`,
    })
    .from(statusHours)
    .where(gte(statusHours.startsAt, from))
    .groupBy(statusHours.part, day);
}

export const deleteHours = (db: Db, before: Date) => db.delete(statusHours).where(lt(statusHours.startsAt, before));
