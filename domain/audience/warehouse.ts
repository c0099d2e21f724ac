import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import type { Db } from '#db/database.ts';
import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import type { WarehouseStorage } from '#shared/outside/warehouse-storage.ts';
import { csvLine } from '#shared/text/csv.ts';
import { EXPORT_BACK_DAYS, EXPORTED_NIGHTS } from './audience.rules.ts';
import { hasReportsOf } from './days.store.ts';
import { readAdDays, readDayCounts, readMinutes } from './export-figures.store.ts';
import { readExport, type ExportedReport } from './export.store.ts';

const ROWS_A_GROUP = 20_000;

type Columns = readonly (readonly [name: string, type: 'TIMESTAMP' | 'INT32' | 'INT64' | 'STRING'])[];

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
  ['weight', 'INT32'],
  ['detail', 'STRING'],
] as const satisfies readonly (readonly [keyof ExportedReport, string])[];

async function* rowsOf(db: Db, dayHk: DayHk, count: () => void): AsyncGenerator<ExportedReport> {
  for await (const rows of readExport(db, dayHk))
    for (const row of rows) {
      count();
      yield { ...row, received_at: new Date(row.received_at), happened_at: new Date(row.happened_at) };
    }
}

const writeParquet = (
  file: string,
  columns: Columns,
  rows: AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>,
) =>
  parquetWriteRows({
    writer: fileWriter(file),
    rows,
    columns: columns.map(([name, type]) => ({ name, type })),
    rowGroupSize: ROWS_A_GROUP,
    createdBy: 'airwave',
  });

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
    if (form === 'parquet') await writeParquet(part, COLUMNS, counted);
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

/** What a person typed, and the pseudonym of a browser: not for a copy that outlives the log. */
const NOT_STORED = new Set<string>(['visitor', 'keyword', 'detail']);
const STORED_COLUMNS: Columns = COLUMNS.filter(([name]) => !NOT_STORED.has(name));

const FIGURES: readonly { name: string; columns: Columns; read: typeof readDayCounts }[] = [
  {
    name: 'audience_days',
    columns: [
      ['kind', 'STRING'],
      ['key', 'STRING'],
      ['events', 'INT64'],
      ['sessions', 'INT32'],
      ['visitors', 'INT32'],
      ['heard_ms', 'INT64'],
      ['weight', 'INT32'],
    ],
    read: readDayCounts,
  },
  {
    name: 'audience_minutes',
    columns: [
      ['minute', 'TIMESTAMP'],
      ['channel', 'INT32'],
      ['rendition', 'STRING'],
      ['behind', 'INT32'],
      ['heard_ms', 'INT64'],
      ['sessions', 'INT32'],
    ],
    read: readMinutes,
  },
  {
    name: 'ad_days',
    columns: [
      ['slot', 'STRING'],
      ['page_group', 'STRING'],
      ['bidder', 'STRING'],
      ['advertiser', 'STRING'],
      ...(['requests', 'fills', 'viewables', 'clicks', 'drops', 'reports', 'revenue_micros'] as const).map(
        (name) => [name, 'INT64'] as const,
      ),
    ],
    read: readAdDays,
  },
];

/** `day=` as Hive has it: readers take the day from the folder. */
const keyOf = (table: string, dayHk: DayHk): string => `${table}/day=${dayHk}/part-0.parquet`;

/** The driver gives a bigint as text, and a time as text where a statement is written by hand. */
const typed = (columns: Columns, row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(([name, type]) => {
      const value = row[name];
      if (type === 'INT64') return [name, BigInt(String(value))];
      return [name, type === 'TIMESTAMP' ? new Date(String(value)) : value];
    }),
  );

export interface WarehouseServices {
  db: Db;
  storage: WarehouseStorage;
  /** Folder for files that are not complete yet. */
  workDir: string;
  /** For this many days reports are stored; figures for ever. */
  keptDays: number;
}

async function storeDay({ db, storage, workDir }: WarehouseServices, dayHk: DayHk): Promise<void> {
  await mkdir(workDir, { recursive: true });
  const folder = await mkdtemp(join(workDir, 'day-'));
  const file = join(folder, 'part-0.parquet');
  try {
    await writeParquet(
      file,
      STORED_COLUMNS,
      rowsOf(db, dayHk, () => {}),
    );
    await storage.putFile(keyOf('reports', dayHk), file);
    for (const { name, columns, read } of FIGURES) {
      const rows = await read(db, dayHk);
      await writeParquet(
        file,
        columns,
        rows.map((row) => typed(columns, row)),
      );
      await storage.putFile(keyOf(name, dayHk), file);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores the days that are not final, the one that became so, and those that were missed, each in place of what was
 * stored of it; and removes reports as old as the log's. May be repeated at any time. Returns the days.
 */
export async function exportToWarehouse(services: WarehouseServices, now: Date): Promise<DayHk[]> {
  const { db, storage, keptDays } = services;
  const today = dayHkOf(now);
  const days: DayHk[] = [];
  for (let back = Math.min(EXPORT_BACK_DAYS, keptDays); back >= 1; back--) {
    const dayHk = addDaysHk(today, -back);
    const isDue = back <= EXPORTED_NIGHTS || !(await storage.has(keyOf('ad_days', dayHk)));
    if (!isDue || !(await hasReportsOf(db, dayHk))) continue;
    await storeDay(services, dayHk);
    days.push(dayHk);
  }
  // Some more days than one, as the station may have been off.
  for (let back = keptDays + 1; back <= keptDays + EXPORT_BACK_DAYS; back++)
    await storage.remove(keyOf('reports', addDaysHk(today, -back)));
  return days;
}
