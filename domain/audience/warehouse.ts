import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import type { Db } from '#db/database.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { csvLine } from '#shared/text/csv.ts';
import { readExport, type ExportedReport } from './export.store.ts';

const ROWS_A_GROUP = 20_000;

/** Column names and types, in file order. */
const COLUMNS = [
  ['received_at', 'TIMESTAMP'],
  ['happened_at', 'TIMESTAMP'],
  ['source', 'INT32'],
  ['reporter', 'INT32'],
  ['session', 'STRING'],
  ['seq', 'INT32'],
  ['tracking_type', 'INT32'],
  ['consent', 'INT32'],
  ['visitor', 'STRING'],
  ['agent', 'STRING'],
  ['platform', 'INT32'],
  ['content_type', 'INT32'],
  ['content_id', 'INT32'],
  ['media_type', 'INT32'],
  ['program_id', 'INT32'],
  ['channel', 'INT32'],
  ['rendition', 'STRING'],
  ['campaign_id', 'INT32'],
  ['heard', 'STRING'],
  ['keyword', 'STRING'],
  ['tag_type', 'INT32'],
  ['results', 'INT32'],
  ['detail', 'STRING'],
] as const satisfies readonly (readonly [keyof ExportedReport, string])[];

async function* rowsOf(db: Db, dayHk: DayHk, count: () => void): AsyncGenerator<ExportedReport> {
  for await (const rows of readExport(db, dayHk))
    for (const row of rows) {
      count();
      yield { ...row, received_at: new Date(row.received_at), happened_at: new Date(row.happened_at) };
    }
}

/**
 * Exports the reports of a day for the warehouse. The file gets its final name once complete. Returns the number of
 * reports.
 */
export async function exportDay(
  db: Db,
  dayHk: DayHk,
  { file, form }: { file: string; form: 'parquet' | 'csv' },
): Promise<number> {
  let rows = 0;
  const counted = rowsOf(db, dayHk, () => rows++);
  const part = `${file}.part`;
  try {
    if (form === 'parquet')
      await parquetWriteRows({
        writer: fileWriter(part),
        rows: counted,
        columns: COLUMNS.map(([name, type]) => ({ name, type })),
        rowGroupSize: ROWS_A_GROUP,
        createdBy: 'airwave',
      });
    else {
      const lines = async function* () {
        yield csvLine(COLUMNS.map(([name]) => name));
        for await (const row of counted) yield csvLine(COLUMNS.map(([name]) => row[name]));
      };
      await pipeline(Readable.from(lines()), createWriteStream(part));
    }
    await rename(part, file);
    return rows;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
