import pg from 'pg';
import type { BankBook } from './plan-shop.ts';

/** A bank's ledger that survives the process under test: rows in a table, written before it answers. */
export async function openBankBook(
  url: string,
): Promise<BankBook & { all(): Promise<string[]>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // The server may stop while a connection closes.
  pool.on('error', () => {});
  await pool.query('create table if not exists test_bank (number text not null, cents int not null)');
  return {
    get: async (number) =>
      (await pool.query<{ cents: number }>('select cents from test_bank where number = $1', [number])).rows[0]?.cents,
    set: (number, cents) => pool.query('insert into test_bank (number, cents) values ($1, $2)', [number, cents]),
    all: async () =>
      (await pool.query<{ number: string }>('select number from test_bank')).rows.map((row) => row.number),
    close: () => pool.end(),
  };
}
