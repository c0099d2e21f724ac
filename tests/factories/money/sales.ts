import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import type { Fulfilment } from '#domain/payments/payments.ts';
import { hold, openQuota } from '#domain/quotas/quotas.ts';
import {
  createSaleQueue,
  saleFulfilment,
  type AskedLine,
  type Product,
  type SalesServices,
} from '#domain/sales/sales.ts';
import type { AskedSale } from '#domain/sales/sales.types.ts';
import { standingOf } from '#domain/subscriptions/plan-times.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createPaymentHouse, type PaymentHouse } from './payments.ts';

// A shop with an unlimited film and limited seats; fulfilments are rows of `given_things`.

export const FILM = { id: 3, cents: 4_800 };
export const SEAT_CENTS = 28_000;

export interface SalesHouse extends PaymentHouse {
  sales: SalesServices;
  quotaId: number;
  /** Current prices. */
  prices: { film: number; seat: number };
}

export async function createSalesHouse(db: Db, { seats }: { seats: number }): Promise<SalesHouse> {
  const house = createPaymentHouse(db);
  const quotaId = await db.transaction((tx) => openQuota(tx, { name: '座位', total: seats }));
  const prices = { film: FILM.cents, seat: SEAT_CENTS };
  const given: Fulfilment = {
    ...house.services.fulfilments['thing']!,
    earnedOver: async () => null,
    pathOf: (result, order) => `/done/${order.kind}/${result}`,
  };
  const give = (tx: Tx, memberId: number, id: number) =>
    tx.execute(sql`insert into given_things values (${-memberId}, ${id}, 0)`);
  const film: Product<'premium'> = {
    kind: 'premium',
    forGuests: false,
    async price(_tx, _buyer, lines) {
      if (lines.some(({ id }) => id !== FILM.id)) throw new DomainError('productNotFound');
      return lines.map(({ id, quantity }) => ({
        productId: id,
        name: '電影',
        quantity,
        unitCents: prices.film,
        discountCents: 0,
        payload: {},
      }));
    },
    hold: async () => {},
    async redeem(tx, { memberId }, productId) {
      await give(tx, memberId, productId);
      return { name: '電影', path: `/film/${productId}` };
    },
    pathOf: (id) => `/film/${id ?? 'all'}`,
  };
  const seat: Product<'campaign'> = {
    kind: 'campaign',
    forGuests: true,
    isQueued: true,
    price: async (_tx, _buyer, lines) =>
      lines.map(({ id, unit, quantity }) => ({
        productId: id,
        name: '座位',
        quantity,
        unitCents: prices.seat,
        discountCents: 0,
        payload: { unit },
      })),
    async hold(tx, order, lines, until) {
      const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
      const units = lines.flatMap(({ payload }) => (typeof payload['unit'] === 'string' ? [payload['unit']] : []));
      await hold(tx, { quotaId, orderId: order.id, quantity, units, until });
    },
  };
  const payments = {
    ...house.services,
    fulfilments: { ...house.services.fulfilments, premium: saleFulfilment(given), campaign: saleFulfilment(given) },
  };
  const clock = () => house.clock.now;
  const sales: SalesServices = {
    db,
    payments,
    products: { Premium: film, Campaign: seat },
    queue: createSaleQueue({ db, clock }),
    standingOf,
    siteUrl: 'https://radio.example',
    secretKey: 'a key for tests of thirty-two letters',
    checkoutPath: ({ id }) => `/pay/${id}`,
  };
  return { ...house, services: payments, sales, quotaId, prices };
}

export const lineOf = (over: Partial<AskedLine> = {}): AskedLine => ({
  kind: 'film',
  id: FILM.id,
  unit: null,
  quantity: 1,
  promotionCode: null,
  ...over,
});

export const saleOf = (over: Partial<AskedSale> = {}): AskedSale => ({
  productType: 'Premium',
  lines: [lineOf()],
  termsVersion: null,
  utmMedium: null,
  utmSource: null,
  idempotencyKey: null,
  returnPath: null,
  ...over,
});

export const seatsOf = (over: Partial<AskedLine> = {}): AskedSale =>
  saleOf({ productType: 'Campaign', lines: [lineOf({ kind: 'goods', id: 7, ...over })], termsVersion: '2026-11' });
