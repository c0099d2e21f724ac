import pg from 'pg';
import type { BankBook } from './plan-shop.ts';

/** A bank's book that outlives whoever was charged by it: rows of its own, written before it answers. */
export async function openBankBook(
  url: string,
): Promise<BankBook & { all(): Promise<string[]>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Its server may end while a connection says goodbye.
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
