import { eq, lt } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { diagnosticReports } from '#db/tables/diagnostics.ts';

type ReportRow = typeof diagnosticReports.$inferSelect;

/** False if the code is taken. */
export async function insertReport(db: Db, report: typeof diagnosticReports.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(diagnosticReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: diagnosticReports.id });
  return rows.length > 0;
}

export async function findReport(db: Db, code: string): Promise<ReportRow | null> {
  const [row] = await db.select().from(diagnosticReports).where(eq(diagnosticReports.code, code));
  return row ?? null;
}

export async function deleteReportsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(diagnosticReports).where(lt(diagnosticReports.createdAt, before));
}
