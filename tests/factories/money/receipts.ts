import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { mails } from '#db/tables/mail.ts';
import { orders, paymentAttempts, paymentFacts, refunds } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import { noteReceipt } from '#domain/receipts/receipts.ts';

const CENTS = 38_800;

/** Parameters of links in receipt mails. */
export const RECEIPT_LINKS = { siteUrl: 'https://radio.example', secretKey: 'a key for tests of thirty-two letters' };

let serial = 0;
const nextNumber = (letters: string) => `${letters}261121${String(++serial).padStart(8, '0')}`;

/** A paid order. */
export async function insertOrder(db: Db, memberId: number | null): Promise<number> {
  const at = new Date('2026-11-21T12:00:00+08:00');
  const [row] = await db
    .insert(orders)
    .values({
      memberId,
      kind: 'subscription',
      state: 'paid',
      totalCents: CENTS,
      capturedCents: CENTS,
      expiresAt: at,
      paidAt: at,
    })
    .returning({ id: orders.id });
  if (!row) throw new Error('no order');
  return row.id;
}

/** A refund of an order. */
export async function insertRefund(db: Db, orderId: number, cents: number): Promise<number> {
  const at = new Date('2026-11-21T12:00:00+08:00');
  const attempt = { orderId, gateway: 'mpgs', method: 'card', amountCents: CENTS, expiresAt: at } as const;
  const [made] = await db
    .insert(paymentAttempts)
    .values({ ...attempt, number: nextNumber('MP') })
    .returning({ id: paymentAttempts.id });
  if (!made) throw new Error('no attempt');
  const [paid] = await db
    .insert(paymentFacts)
    .values({
      attemptId: made.id,
      gateway: 'mpgs',
      gatewayTxn: nextNumber('TX'),
      kind: 'paid',
      cents: CENTS,
      currency: 'HKD',
      at,
      source: 'notice',
      seenAt: at,
    })
    .returning({ id: paymentFacts.id });
  if (!paid) throw new Error('no capture');
  const [row] = await db
    .insert(refunds)
    .values({
      orderId,
      attemptId: made.id,
      paidFactId: paid.id,
      number: nextNumber('RF'),
      cents,
      reason: 'test',
      askedBy: 'system',
    })
    .returning({ id: refunds.id });
  if (!row) throw new Error('no refund');
  return row.id;
}

/** A receipt as payments record it: a plan, paid by card. */
export const noted = (orderId: number, paidAt: Date, name = '節目重溫計劃（250日）') => ({
  kind: 'receipt' as const,
  orderId,
  refundId: null,
  cents: CENTS,
  paidAt,
  content: {
    lines: [{ kind: 'subscription', name, quantity: 1, unitCents: CENTS, discountCents: 0 }],
    method: 'card',
    gateway: 'mpgs',
    reference: 'MP26112100000001',
  },
});

/** A refund note as payments record it. */
export const notedRefund = (orderId: number, refundId: number, cents: number, paidAt: Date) => ({
  ...noted(orderId, paidAt),
  kind: 'refund_note' as const,
  refundId,
  cents,
});

/** Orders paid in sequence, each with a receipt awaiting its number. */
export async function payOrders(db: Db, memberId: number | null, count: number, paidAt: Date): Promise<void> {
  for (let i = 0; i < count; i++) {
    const orderId = await insertOrder(db, memberId);
    await db.transaction((tx) => noteReceipt(tx, noted(orderId, paidAt)));
  }
}

/** Numbered receipts with their number of mails, in one snapshot. */
export async function numberedReceipts(db: Db) {
  const { rows } = await db.execute<{ kind: string; year: number; number: number; mails: number }>(sql`
    select r.kind, r.year, r.number, (select count(*)::int from ${mails} m where m.dedupe_key = 'receipt:' || r.id) as mails
    from ${receipts} r where r.number is not null order by r.kind, r.year, r.number`);
  return rows;
}
