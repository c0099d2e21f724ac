import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import type { queryDueAttempts, Gateway, PaymentServices } from '#domain/payments/payments.ts';
import type { renewDue } from '#domain/renewals/renewals.ts';

/** Services that the simulation passes to payments, where faults can be injected. */
export interface Seams {
  gateways: PaymentServices['gateways'];
  fulfilments: PaymentServices['fulfilments'];
  noteReceipt: NonNullable<PaymentServices['noteReceipt']>;
  work: Record<'queryDueAttempts' | 'sendDueRefunds' | 'retryUnfulfilled' | 'expireOrders', typeof queryDueAttempts> & {
    renewDue: typeof renewDue;
  };
}

const eachGateway = (seams: Seams, change: (gateway: Gateway) => Gateway): Seams => ({
  ...seams,
  gateways: Object.fromEntries(Object.entries(seams.gateways).map(([name, gateway]) => [name, change(gateway)])),
});

const eachFulfilment = (
  seams: Seams,
  change: (fulfilment: PaymentServices['fulfilments'][string]) => PaymentServices['fulfilments'][string],
): Seams => ({
  ...seams,
  fulfilments: Object.fromEntries(
    Object.entries(seams.fulfilments).map(([kind, fulfilment]) => [kind, change(fulfilment)]),
  ),
});

const CARD_CHECK_CENTS = 100;

const isOneOf = (orderId: number, each: number): boolean => orderId % each === 0;

/** Injected faults: a proof that detects none of them proves nothing. */
export const MUTANTS: Record<string, (seams: Seams, db: Db) => Seams> = {
  'a payment is given outside its transaction': (seams, db) =>
    eachFulfilment(seams, (fulfilment) => ({
      ...fulfilment,
      async fulfil(_tx, order, line, by) {
        await db.transaction((own) => fulfilment.fulfil(own, order, line, by));
        if (isOneOf(order.id, 3)) throw new Error('and then it fails');
      },
    })),
  'what cannot be given is called given': (seams) =>
    eachFulfilment(seams, (fulfilment) => ({
      ...fulfilment,
      async fulfil(tx, order, line, by) {
        if (!isOneOf(order.id, 5)) await fulfilment.fulfil(tx, order, line, by);
      },
    })),
  'what was refunded is not taken back': (seams) =>
    eachFulfilment(seams, (fulfilment) => ({ ...fulfilment, reverse: async () => {} })),
  'an order that is over keeps its code': (seams) =>
    eachFulfilment(seams, (fulfilment) => ({ ...fulfilment, release: async () => {} })),
  'a receipt is forgotten': (seams) => ({
    ...seams,
    async noteReceipt(tx, paper) {
      if (!isOneOf(paper.orderId, 4)) await seams.noteReceipt(tx, paper);
    },
  }),
  'less goes back than was meant': (seams) =>
    eachGateway(seams, (gateway) => ({
      ...gateway,
      refund:
        gateway.refund &&
        ((attempt, asked) => gateway.refund!(attempt, { ...asked, cents: Math.max(1, asked.cents - 1_000) })),
    })),
  'refunds are written down and not sent': (seams) => ({
    ...seams,
    work: { ...seams.work, sendDueRefunds: async () => 0 },
    gateways: Object.fromEntries(
      Object.entries(seams.gateways).map(([name, gateway]) => [name, { ...gateway, refund: async () => [] }]),
    ),
  }),
  'nobody is ever asked': (seams) =>
    eachGateway({ ...seams, work: { ...seams.work, queryDueAttempts: async () => 0 } }, (gateway) => ({
      ...gateway,
      query: null,
    })),
  'the same payment is taken for another each time': (seams) => {
    let count = 0;
    return eachGateway(seams, (gateway) => ({
      ...gateway,
      query:
        gateway.query &&
        (async (attempt) =>
          (await gateway.query!(attempt)).map((fact) =>
            fact.kind === 'paid' ? { ...fact, gatewayTxn: `${fact.gatewayTxn}-${++count}` } : fact,
          )),
    }));
  },
  'a code is not counted': (seams) =>
    eachFulfilment(seams, (fulfilment) => ({
      ...fulfilment,
      async fulfil(tx, order, line, by) {
        await fulfilment.fulfil(tx, order, line, by);
        await tx.execute(sql`update promotion_batches set used = used - 1 where used > 0 and exists
          (select 1 from promotion_uses where order_id = ${order.id} and state = 'used')`);
      },
    })),
  'a stored card is charged twice for a period': (seams) =>
    eachGateway(seams, (gateway) => ({
      ...gateway,
      chargeStored:
        gateway.chargeStored &&
        (async (card, attempt) => {
          await gateway.chargeStored!(card, { ...attempt, number: `${attempt.number}-again` });
          return gateway.chargeStored!(card, attempt);
        }),
    })),
  'the dollar that proves a card is kept': (seams) =>
    eachGateway(seams, (gateway) => ({
      ...gateway,
      void:
        gateway.void &&
        (async (attempt) => [
          {
            gateway: gateway.name,
            attempt: attempt.number,
            gatewayTxn: `kept-${attempt.number}`,
            kind: 'voided' as const,
            cents: CARD_CHECK_CENTS,
            currency: 'HKD',
            at: new Date(),
            detail: {},
          },
        ]),
    })),
  'a plan goes on after a chargeback of it': (seams) =>
    eachFulfilment(seams, (fulfilment) => ({ ...fulfilment, chargedBack: async () => {} })),
  'what a bank took back is had for nothing': (seams) =>
    eachFulfilment(seams, (fulfilment) => ({
      ...fulfilment,
      async reverse(tx, order, line, by) {
        if (!by.isChargeback) return fulfilment.reverse(tx, order, line, by);
      },
    })),
  'a gift whose money went back is redeemed': (seams) => ({
    ...seams,
    fulfilments: { ...seams.fulfilments, gift: { ...seams.fulfilments['gift']!, reverse: async () => {} } },
  }),
  'renewals are not charged': (seams) => ({ ...seams, work: { ...seams.work, renewDue: async () => 0 } }),
};
