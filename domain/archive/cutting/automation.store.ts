import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { automationReports } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { ChannelBit, type ChannelId } from '#shared/enums.ts';

export type ReportRow = Omit<typeof automationReports.$inferInsert, 'channelId' | 'receivedAt'>;

/** The previous start time in a report; null: this is the first report of it. */
export async function findReportStart(db: Db, channelId: ChannelId, reportId: string): Promise<Date | null> {
  const [row] = await db
    .select({ startsAt: automationReports.startsAt })
    .from(automationReports)
    .where(and(eq(automationReports.channelId, channelId), eq(automationReports.reportId, reportId)));
  return row?.startsAt ?? null;
}

/** False if the same or a later revision is known. */
export async function saveReport(tx: Tx, channelId: ChannelId, row: ReportRow): Promise<boolean> {
  const saved = await tx
    .insert(automationReports)
    .values({ channelId, ...row })
    .onConflictDoUpdate({
      target: [automationReports.channelId, automationReports.reportId],
      set: { ...row, receivedAt: sql`now()` },
      setWhere: lt(automationReports.revision, row.revision),
    })
    .returning({ revision: automationReports.revision });
  return saved.length > 0;
}

export async function isProgramOf(db: Db, programId: number, channelId: ChannelId): Promise<boolean> {
  const rows = await db
    .select({ id: programs.id })
    .from(programs)
    .where(and(eq(programs.id, programId), sql`${programs.channelBitwise} & ${ChannelBit[channelId]}::int <> 0`));
  return rows.length > 0;
}
