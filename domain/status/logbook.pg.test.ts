import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAudit } from '#domain/audit/audit.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { getLogbook } from './logbook.ts';

const NOW = new Date('2026-11-20T12:00:00+08:00');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Renewals of a day whose first charge failed; some are paid by a later one. */
async function failRenewals({ count, paid, days }: { count: number; paid: number; days: number }): Promise<void> {
  const { db } = database;
  const memberId = await insertMember(db, `renewing${days}@member.example`);
  const at = daysAgo(days).toISOString();
  for (let n = 0; n < count; n++) {
    const isPaid = n < paid;
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into orders (kind, state, total_cents, captured_cents, created_at, expires_at, paid_at, fulfilled_at, member_id)
      values ('renewal', ${isPaid ? 'paid' : 'expired'}, 100, ${isPaid ? 100 : 0}, ${at}, ${at}::timestamptz + interval '1 hour',
        ${isPaid ? at : null}, ${isPaid ? at : null}, ${memberId}) returning id`);
    for (const [nth, state] of (isPaid ? ['failed', 'paid'] : ['failed', 'failed']).entries())
      await db.execute(sql`
        insert into payment_attempts (order_id, number, gateway, method, amount_cents, state, created_at, expires_at)
        values (${rows[0]!.id}, ${`CR${[days, n, nth].map((part) => String(part).padStart(4, '0')).join('')}00`}, 'mpgs', 'card', 100, ${state}, ${at}, ${at})`);
  }
}

it('tells figures of ten and more, and nothing of which a person could be told', async () => {
  const { db } = database;
  await failRenewals({ count: 9, paid: 4, days: 20 });
  expect(await getLogbook(db, NOW)).toEqual({ corrections: 0, opening: null, recovery: null, seal: null });
  await failRenewals({ count: 3, paid: 3, days: 30 });
  // Tried again still, or of another month.
  await failRenewals({ count: 2, paid: 0, days: 3 });
  await failRenewals({ count: 2, paid: 2, days: 60 });
  await db.transaction(async (tx) => {
    for (const days of [1, 2, 40]) {
      const entry = { action: 'articles.correct', subject: ['article', days] } as const;
      await recordAudit(tx, { who: 'an editor', why: 'a name' }, entry, daysAgo(days));
    }
  });
  expect(await getLogbook(db, NOW)).toMatchObject({ corrections: 2, recovery: { failed: 12, paid: 7 } });
});
