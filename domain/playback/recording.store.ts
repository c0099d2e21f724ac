import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { recordingPauses } from '#db/tables/playback.ts';

/** Maximum pauses of a member; beyond it, one from the first to the last. */
const MAX_PAUSES = 200;

const fromOn = (at: Date) => sql`tstzmultirange(tstzrange(${at.toISOString()}::timestamptz, null))`;

export async function beginPause(
  db: Db,
  memberId: number,
  { now, oldest }: { now: Date; oldest: Date },
): Promise<void> {
  const all = sql`((${recordingPauses.spans} * ${fromOn(oldest)}) + excluded.spans)`;
  await db.execute(sql`
    insert into ${recordingPauses} (member_id, spans) values (${memberId}, ${fromOn(now)})
    on conflict (member_id) do update set spans = case
      when (select count(*) from unnest(${all})) > ${MAX_PAUSES}::int then tstzmultirange(range_merge(${all}))
      else ${all} end`);
}

export async function endPause(db: Db, memberId: number, now: Date): Promise<void> {
  await db.execute(
    sql`update ${recordingPauses} set spans = ${recordingPauses.spans} - ${fromOn(now)} where member_id = ${memberId}`,
  );
}

export async function hasOpenPause(db: Db, memberId: number): Promise<boolean> {
  const [row] = await db
    .select({ isOpen: sql<boolean>`upper_inf(${recordingPauses.spans})` })
    .from(recordingPauses)
    .where(eq(recordingPauses.memberId, memberId));
  return row?.isOpen === true;
}
