import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportSource } from '#shared/tracking.ts';
import { insertReports, liveReport } from '#tests/factories/tracked-reports.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { audienceDays } from '#db/tables/audience.ts';
import { diskWarehouse } from '#server/outside/disk/warehouse-storage.ts';
import { computeDay } from './audience.ts';
import { exportDay, exportToWarehouse } from './warehouse.ts';

const DAY = '2026-11-20';
const NOON = Date.parse('2026-11-20T12:00:00+08:00');
// More than one read batch, and more than one row group of the file.
const REPORTS = 21_003;

let database: TestDatabase;
const dir = mkdtempSync(join(tmpdir(), 'warehouse-'));
beforeAll(async () => {
  database = await createTestDatabase();
  await insertReports(database.db, [
    liveReport('secret-session', 1, [[NOON, NOON + 10_000]], {
      consent: 1,
      visitor: 'pseudonym',
      memberId: 7,
      network: '203.0.113.0/24',
      playbackLogId: 99,
    }),
    liveReport('secret-session', 2, [], {
      source: ReportSource.TAG,
      trackingType: null,
      happenedAt: new Date(NOON),
      receivedAt: new Date(NOON),
      keyword: '=cmd|"x",\n',
      results: 0,
    }),
    liveReport('another-day', 1, [[NOON - 86_400_000, NOON - 86_390_000]]),
  ]);
  await database.db.execute(sql`
    insert into tracking_events (received_at, source, session, seq, happened_at)
    select to_timestamp(${(NOON + 60_000) / 1000}::double precision), 3, 's', i, to_timestamp(${NOON / 1000}::double precision) from generate_series(1, ${REPORTS - 2}::int) as i`);
});
afterAll(async () => {
  await database.close();
  rmSync(dir, { recursive: true });
});

it('writes each report of a day once, as a Parquet file that others read', async () => {
  const file = join(dir, 'day.parquet');
  expect(await exportDay(database.db, DAY, { file, form: 'parquet' })).toBe(REPORTS);
  const bytes = readFileSync(file);
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  });
  expect(rows).toHaveLength(REPORTS);
  expect(new Set(rows.map((row) => `${row['session']} ${row['seq']}`)).size).toBe(REPORTS);
  const heard = rows.find((row) => row['visitor'] === 'pseudonym');
  expect(heard).toMatchObject({
    channel: 903,
    rendition: 'a128',
    heard: `{${NOON},${NOON + 10_000},${NOON - 10_000}}`,
  });
  expect(new Date(heard?.['happened_at'] as Date).getTime()).toBe(NOON + 10_000);
  expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('names nobody beyond the pseudonym of the day, and no session by its own name', async () => {
  const file = join(dir, 'day.csv');
  await exportDay(database.db, DAY, { file, form: 'csv' });
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/secret-session|203\.0\.113|member|playback_log/);
  expect(text).toContain('pseudonym');
  // A spreadsheet treats it as text.
  expect(text).toContain(`"'=cmd|""x"",\n"`);
});

it('keeps as text what a spreadsheet reads as a formula behind blanks, or in full-width signs', async () => {
  const day = '2026-11-18';
  const at = new Date(`${day}T12:00:00+08:00`);
  const formulas = [' =1', '\u00a0+1', '\u3000-1', '\ufeff@x', '＝1', '＋1', '－1', '＠x', ' ＝1'];
  const report = { source: ReportSource.TAG, trackingType: null, happenedAt: at, receivedAt: at, results: 0 };
  await insertReports(database.db, [
    ...formulas.map((keyword, n) => liveReport('formulas', n + 1, [], { ...report, keyword })),
    liveReport('formulas', formulas.length + 1, [], { ...report, keyword: 'a=1' }),
  ]);
  const file = join(dir, 'formulas.csv');
  await exportDay(database.db, day, { file, form: 'csv' });
  const text = readFileSync(file, 'utf8');
  for (const formula of formulas) expect(text).toContain(`,'${formula},`);
  expect(text).toContain(',a=1,');
});

it('writes a file without rows of a day without reports', async () => {
  const file = join(dir, 'empty.parquet');
  expect(await exportDay(database.db, '2026-01-01', { file, form: 'parquet' })).toBe(0);
  const bytes = readFileSync(file);
  expect(
    await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) }),
  ).toEqual([]);
});

describe('for the warehouse', () => {
  const TODAY = new Date('2026-11-23T04:23:00+08:00');
  const folder = join(dir, 'warehouse');
  const read = async (table: string, day = DAY) => {
    const bytes = readFileSync(join(folder, table, `day=${day}`, 'part-0.parquet'));
    return parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
  };
  const services = () => ({
    db: database.db,
    storage: diskWarehouse(folder),
    workDir: join(dir, 'making'),
    keptDays: 90,
  });

  it('stores the figures of a day as they are, and its reports, and the same again when repeated', async () => {
    await database.db.execute(sql`select make_tracking_partitions('2026-11-19'::date, 4)`);
    await insertReports(
      database.db,
      Array.from({ length: 5 }, (_, n) =>
        liveReport(`searching-${n}`, 1, [], {
          source: ReportSource.TAG,
          trackingType: null,
          happenedAt: new Date(NOON),
          receivedAt: new Date(NOON),
          keyword: 'typhoon',
          results: 3,
        }),
      ),
    );
    await computeDay({ db: database.db, now: TODAY }, DAY);
    expect(await exportToWarehouse(services(), TODAY)).toContain(DAY);
    const figures = await database.db.select().from(audienceDays);
    const stored = (await read('audience_days')).map((row) => ({
      kind: row['kind'],
      key: row['key'],
      events: Number(row['events']),
      sessions: row['sessions'],
      visitors: row['visitors'],
      heardMs: Number(row['heard_ms']),
      weight: row['weight'],
    }));
    const shown = figures.filter(
      ({ dayHk, kind, sessions }) => dayHk === DAY && (!kind.startsWith('search') || sessions >= 5),
    );
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(new Set(stored.map((row) => JSON.stringify(row)))).toEqual(
      new Set(
        shown.map(({ kind, key, events, sessions, visitors, heardMs, weight }) =>
          JSON.stringify({ kind, key, events, sessions, visitors, heardMs, weight }),
        ),
      ),
    );
    expect(stored).toHaveLength(shown.length);
    expect(await read('audience_minutes')).toMatchObject([{ channel: 903, heard_ms: 10_000n }]);
    const reports = await read('reports');
    expect(reports).toHaveLength(REPORTS + 5);

    const files = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('base64'));
    const before = files();
    await exportToWarehouse(services(), TODAY);
    expect(files()).toEqual(before);
  });

  it('has no person in it: no pseudonym, nothing typed, no word that few searched for', async () => {
    for (const table of ['reports', 'audience_days', 'audience_minutes', 'ad_days']) {
      const text = JSON.stringify(await read(table), (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      );
      expect(text).not.toMatch(/secret-session|203\.0\.113|pseudonym|"visitor"|member|cmd\||playback_log/);
    }
    expect((await read('audience_days')).some(({ key }) => key === 'typhoon')).toBe(true);
  });

  it('makes good a day that was missed, leaves one that is final, and drops reports as old as those of the log', async () => {
    const file = (table: string) => join(folder, table, `day=${DAY}`, 'part-0.parquet');
    const later = new Date('2026-12-10T04:23:00+08:00');
    expect(await exportToWarehouse(services(), later)).not.toContain(DAY);
    for (const table of ['ad_days', 'audience_days']) rmSync(file(table));
    expect(await exportToWarehouse(services(), later)).toContain(DAY);
    expect(existsSync(file('audience_days'))).toBe(true);
    await exportToWarehouse({ ...services(), keptDays: 7 }, new Date('2026-11-27T04:23:00+08:00'));
    expect(existsSync(file('reports'))).toBe(true);
    await exportToWarehouse({ ...services(), keptDays: 7 }, new Date('2026-11-28T04:23:00+08:00'));
    expect([existsSync(file('reports')), existsSync(file('audience_days'))]).toEqual([false, true]);
  });
});
