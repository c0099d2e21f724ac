import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { ledgerTransfers } from '#db/tables/ledger.ts';
import { report } from '#domain/ledger/ledger.ts';
import { closeDays } from '#domain/ledger/seals.ts';
import { instantHk } from '#shared/hk-time.ts';
import { median, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const ENTRIES = 1_000_000;
const AT_ONCE = 20_000;
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const ROUNDS = 5;
const LIMIT = 20;

/** A year of entries: captures, grants, earnings and refunds by three providers, on every day. */
const insertEntries = (db: Db, from: number) =>
  db.execute(sql`
    insert into ${ledgerTransfers} (day_hk, debit, credit, cents, kind, unique_key)
    select ${YEAR.from}::date + (n % 365), debit, credit, 100 + (n::bigint * 7919) % 48000, 'bench', 'bench:' || n
    from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) as n
    join (values
      (0, 'clearing:mpgs', 'unapplied'), (1, 'unapplied', 'deferred:subscription'),
      (2, 'deferred:subscription', 'income:subscription'), (3, 'clearing:payme', 'unapplied'),
      (4, 'unapplied', 'deferred:renewal'), (5, 'deferred:renewal', 'income:renewal'),
      (6, 'fees:mpgs', 'clearing:mpgs'), (7, 'refunds:subscription', 'unapplied'),
      (8, 'unapplied', 'clearing:payme'), (9, 'clearing:paydollar', 'unapplied')
    ) as accounts (place, debit, credit) on place = n / 365 % 10`);

/** The same report by scanning every row. */
async function scan(db: Db) {
  const { rows } = await db.execute<{ day: string; account: string; debit: string; credit: string }>(sql`
    select day_hk::text as day, account, sum(debit) as debit, sum(credit) as credit
    from (
      select day_hk, debit as account, cents as debit, 0 as credit from ${ledgerTransfers}
      where day_hk between ${YEAR.from}::date and ${YEAR.to}::date
      union all
      select day_hk, credit, 0, cents from ${ledgerTransfers}
      where day_hk between ${YEAR.from}::date and ${YEAR.to}::date
    ) as sides
    group by day_hk, account order by day_hk, account`);
  return rows.map(({ day, account, debit, credit }) => ({
    dayHk: day,
    account,
    debitCents: Number(debit),
    creditCents: Number(credit),
  }));
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

/** The report of a year from a million entries, with its last day still open, compared with a full scan. */
export async function ledgerReportBench(): Promise<Row[]> {
  const database = await startOwnDatabase(1);
  try {
    const { db } = database;
    for (let from = 0; from < ENTRIES; from += AT_ONCE) await insertEntries(db, from);
    // Two in the morning: the last day of the year is not sealed yet.
    const sealing = await timed(() => closeDays({ db, ledgerKey: 'a key of the bench' }, instantHk('2027-01-01', 120)));
    await db.execute(sql`analyze`);
    const [reports, scans]: [number[], number[]] = [[], []];
    let isEqual = true;
    for (let round = 0; round < ROUNDS; round++) {
      const read = await timed(() => report(db, YEAR));
      const scanned = await timed(() => scan(db));
      reports.push(read.ms);
      scans.push(scanned.ms);
      isEqual &&= read.result.length > 0 && JSON.stringify(read.result) === JSON.stringify(scanned.result);
    }
    const times = median(scans) / median(reports);
    return [
      {
        promise: `the books of a year, ${ENTRIES.toLocaleString('en')} entries, one day of it open: the report against a scan of all rows`,
        figure: `1/${times.toFixed(0)} (${median(reports).toFixed(1)} and ${median(scans).toFixed(0)} ms)`,
        limit: `1/${LIMIT} or less`,
        holds: times >= LIMIT,
      },
      {
        promise: 'the same: report and scan say the same, to the cent',
        figure: isEqual ? 'the same' : 'not the same',
        limit: 'the same',
        holds: isEqual,
      },
      {
        promise: 'the same: a day earned and sealed',
        figure: `${(sealing.ms / sealing.result).toFixed(1)} ms (${sealing.result} days)`,
        limit: 'told',
        holds: true,
      },
    ];
  } finally {
    await database.close();
  }
}
