import pg from 'pg';
import type { Db } from '#db/database.ts';
import { ticketFulfilment } from '#domain/events/tickets.ts';
import { GatewayRefusedError, GatewayTimeoutError } from '#domain/payments/payments.ts';
import { createPaymentHouse, type BookEntry, type FakeGateway, type PaymentHouse } from './payments.ts';

/** Of refunds in the order in which a provider gets them: some it refuses for ever, and some replies are lost. */
const REFUSED_EACH = 17;
const LOST_EACH = 7;

/**
 * Payments of tickets with providers whose books survive the process under test: rows of a table, written before a provider
 * answers. `onCall` is awaited before a refund is written, and between that and the reply. `save` writes what was entered otherwise.
 */
export async function openRefundBook(
  db: Db,
  url: string,
  { now, onCall = async () => {} }: { now: Date; onCall?: () => Promise<void> },
): Promise<PaymentHouse & { save: () => Promise<void>; close: () => Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // The server may stop while a connection closes.
  pool.on('error', () => {});
  await pool.query(
    'create table if not exists test_refund_book (txn text primary key, gateway text not null, entry jsonb not null)',
  );
  const house = createPaymentHouse(db);
  house.clock.now = now;
  const services = {
    ...house.services,
    fulfilments: { livestream: ticketFulfilment({ siteUrl: 'https://radio.example' }) },
  };
  const gateways: FakeGateway[] = Object.values(house.gateways);

  const write = (gateway: string, entry: BookEntry) =>
    pool.query('insert into test_refund_book values ($1, $2, $3) on conflict do nothing', [entry.txn, gateway, entry]);
  const load = async (gateway: FakeGateway) => {
    const { rows } = await pool.query<{ entry: Omit<BookEntry, 'at'> & { at: string } }>(
      'select entry from test_refund_book where gateway = $1',
      [gateway.name],
    );
    gateway.book.splice(0, Infinity, ...rows.map(({ entry }) => ({ ...entry, at: new Date(entry.at) })));
  };
  for (const gateway of gateways) {
    await load(gateway);
    const { refund } = gateway;
    if (refund === null) continue;
    gateway.refund = async (attempt, asked) => {
      // Its own number decides, so that a repeated call is refused as the first was.
      if (Number(asked.number.replaceAll(/\D/g, '').slice(-6)) % REFUSED_EACH === 0)
        throw new GatewayRefusedError('closed', 'the account is closed');
      await onCall();
      const facts = await refund(attempt, asked);
      const entry = gateway.book.find((one) => one.refund === asked.number)!;
      const { rowCount } = await write(gateway.name, entry);
      await onCall();
      if (rowCount !== 0 && gateway.book.length % LOST_EACH === 0) throw new GatewayTimeoutError('the answer was lost');
      return facts;
    };
  }
  return {
    ...house,
    services,
    save: async () => {
      for (const { name, book } of gateways) for (const entry of book) await write(name, entry);
    },
    close: () => pool.end(),
  };
}
