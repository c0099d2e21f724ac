import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { PAY_START } from '#tests/factories/money/payments.ts';
import { createSalesHouse, lineOf, saleOf, seatsOf, type SalesHouse } from '#tests/factories/money/sales.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { sell } from './sales.ts';
import { quoteSale } from './quoting.ts';

let database: TestDatabase;
let house: SalesHouse;
let me = { kind: 'member' as const, memberId: 0 };
let made = 0;

beforeAll(async () => {
  database = await createPaymentDatabase();
  const batch = {
    kind: 'discount' as const,
    name: '優惠',
    discount: { type: 2 as const, value: 10 },
    planIds: [],
    startsAt: PAY_START,
    endsAt: new Date(PAY_START.getTime() + 86_400_000),
    maxPerMember: 9,
    maxInAll: 100,
    eligible: 'all' as const,
    maxUses: 100,
    who: 'a test',
  };
  await database.db.transaction(async (tx) => {
    await makeBatch(tx, { ...batch, product: { kind: 'premium', ids: [] }, codes: ['FILM10'] });
    await makeBatch(tx, { ...batch, product: { kind: 'campaign', ids: [] }, codes: ['SEAT10'] });
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(attempts);
  house = await createSalesHouse(database.db, { seats: 99 });
  me = { kind: 'member', memberId: await insertMember(database.db, `guesser${++made}@member.example`) };
});

const film = (promotionCode: string) => saleOf({ lines: [lineOf({ promotionCode })] });
const seat = (promotionCode: string) => seatsOf({ promotionCode });

it.each([
  ['sold alone', 'FILM10', film],
  ['sold in the order of coming', 'SEAT10', seat],
])('counts wrong codes at the price and the sale of what is %s, together', async (_name, right, asked) => {
  const doors = [
    (code: string) => quoteSale(house.sales, me, asked(code), comingAt(PAY_START)),
    (code: string) => sell(house.sales, me, asked(code), comingAt(PAY_START)),
  ];
  for (let i = 0; i < 10; i++) expect(await errorNameOf(doors[i % 2]!(`GUESS${i}`))).toBe('discountCodeNotFound');
  for (const door of doors)
    for (const code of ['GUESS11', right])
      await expect(door(code)).rejects.toMatchObject({ errorName: 'tooManyRequests', retryAfterSeconds: 3_600 });
  await database.db.delete(attempts);
  for (const door of doors) await expect(door(right)).resolves.not.toThrow();
});

it('tells a guest nothing of a code: right or wrong it is refused unlooked at, and uses up nothing of their address', async () => {
  const email = 'guesser@guest.example';
  const [row] = await database.db
    .insert(guestBuyers)
    .values({ email, emailHash: Buffer.from(email), provedAt: PAY_START })
    .returning({ id: guestBuyers.id });
  const guest = { kind: 'guest', guestId: row!.id, email } as const;
  for (let i = 0; i < 15; i++)
    for (const code of [`GUESS${i}`, 'SEAT10'])
      expect(await errorNameOf(sell(house.sales, guest, seat(code), comingAt(PAY_START)))).toBe('codeNotEligible');
  expect(await database.db.select().from(attempts)).toEqual([]);
  expect(await quoteSale(house.sales, me, seat('SEAT10'), comingAt(PAY_START))).toMatchObject({ totalCents: 25_200 });
});
