import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import {
  closeOvertaken,
  staffAction,
  waitingInputs,
  type ActionCall,
  type StaffAction,
} from '#domain/actions/actions.ts';
import type { Tx } from '#db/database.ts';
import { dayHkOf, instantHk } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { PROVIDERS } from '#shared/payment-enums.ts';
import { refused } from '#shared/staff/refusals.ts';
import { cancelByStaff } from '../attempts/attempts.ts';
import { findOrder, lockOrder } from '../payments.store.ts';
import type { PaymentServices } from '../payments.types.ts';
import { sumRefunds } from '../refunds/refund-sums.store.ts';
import { refundable, refundedByHand, refundOrder } from '../refunds/refunds.ts';
import { waitingRefunds } from '../refunds/waiting-refunds.ts';
import { withdrawByHand } from '../refunds/withdrawing.ts';
import { reconcileByHand } from './reconciling.ts';
import { assignWork, closeWork, openWork, workDone } from './work.ts';

/** What one person refunds on a day without a second person, in cents. */
const REFUNDS_OF_A_DAY = 2_000_00;

const orderId = z.number().int().min(1).max(MAX_ID);
const refundInput = z.object({
  order_id: orderId,
  cents: z.union([z.number().int().min(1), z.enum(['all', 'unused'])]).describe('An amount, the rest, or unused time'),
});

/** A settlement file is a day's lines of one provider. At the desk, calls take less; the command takes this. */
const MAX_SETTLEMENT_CHARS = 50_000_000;

/**
 * Staff actions with orders. `refundLimit` in cents is the most of an order that is refunded without a second person. Providers are
 * called by the worker: an action holds its transaction open.
 */
export function orderActions(services: PaymentServices, { refundLimit }: { refundLimit: number }): StaffAction[] {
  /** What of it can be refunded at most, which is known before it is tried. */
  async function mostOf(tx: Tx, { order_id: id, cents }: z.output<typeof refundInput>): Promise<number> {
    if (typeof cents === 'number') return cents;
    const order = await findOrder(tx, id);
    return order === null ? 0 : order.capturedCents - order.refundedCents;
  }
  const within = (tx: Tx, { now, isPreview }: ActionCall): PaymentServices => ({
    ...services,
    db: tx,
    clock: () => now,
    ...(isPreview && { gateways: {} }),
  });
  return [
    staffAction({
      name: 'orders.refund',
      permission: 'money.refund',
      input: refundInput,
      needsProof: true,
      assigned: ['refund'],
      hold: (tx, { order_id: id }) => lockOrder(tx, id),
      secondPerson: {
        permission: 'money.approve',
        isNeeded: async (tx, call, input) => {
          // Held until the request is written: two at once would each ask for the same money.
          await lockOrder(tx, input.order_id);
          const since = instantHk(dayHkOf(call.now), 0);
          const { ofOrder, ofPerson } = await sumRefunds(tx, { orderId: input.order_id, who: call.hand.who, since });
          const cents = await mostOf(tx, input);
          let [sumOfOrder, sumOfPerson] = [cents + ofOrder, cents + ofPerson];
          // What waits counts too: it may be approved the next minute.
          for (const { input: waiting } of await waitingInputs(tx, 'orders.refund', call)) {
            const asked = refundInput.parse(waiting);
            const most = await mostOf(tx, asked);
            sumOfPerson += most;
            if (asked.order_id === input.order_id) sumOfOrder += most;
          }
          return sumOfOrder > refundLimit || sumOfPerson > REFUNDS_OF_A_DAY;
        },
      },
      async run(tx, call, { order_id: id, cents }) {
        const { who, why: reason, ...run } = call.hand;
        const refund = await refundOrder(within(tx, call), { orderId: id, cents, reason, who, ...run });
        // Read under the lock of the order, which others hold while they ask.
        const waiting = await waitingRefunds(tx, id, call.now);
        const left = await refundable(within(tx, call), id);
        if (run.approvalId === undefined) {
          const besides = waiting.reduce((sum, asked) => sum - asked.cents, left?.mostCents ?? 0);
          if (waiting.length > 0 && besides < 0)
            throw refused('refund-waits', { left_cents: Math.max(0, besides + refund.cents) });
        } else if (left === null && waiting.every(({ approvalId }) => approvalId !== run.approvalId)) {
          // What two persons decided for many orders, such as those of a cancelled event, includes what waits of this one.
          await closeOvertaken(tx, call, waiting);
        }
        // While something is left, so is the debt.
        if (left === null) await workDone(tx, 'failed_return', `return:${id}`, refund.number, call.now);
        return { result: { refund: refund.number, cents: refund.cents } };
      },
      // What two persons approved is owed to the buyer, whoever deals with the job. A job of one person's own owes nothing.
      async refused(tx, { order_id: id }, { why, now, approvalId }) {
        if (approvalId === null) return;
        const left = await refundable({ ...services, db: tx, clock: () => now }, id);
        if (left === null) return;
        const about = { subject: `return:${id}`, orderId: id, detail: { cents: left.mostCents, why }, now };
        await openWork(tx, { kind: 'failed_return', ...about });
      },
    }),
    staffAction({
      name: 'orders.cancel',
      permission: 'money.refund',
      input: z.object({ order_id: orderId }),
      run: (tx, call, { order_id: id }) => cancelByStaff(tx, within(tx, call), call.hand, id),
    }),
    staffAction({
      name: 'refunds.confirm',
      permission: 'money.reconcile',
      input: z.object({ refund: z.string().regex(/^[\w-]{1,40}$/) }),
      needsProof: true,
      async run(tx, call, { refund: number }) {
        const { who, why, ...run } = call.hand;
        await refundedByHand(within(tx, call), { number, who, why, ...run });
      },
    }),
    staffAction({
      name: 'refunds.withdraw',
      permission: 'money.reconcile',
      input: z.object({ refund: z.string().regex(/^[\w-]{1,40}$/) }),
      needsProof: true,
      async run(tx, call, { refund: number }) {
        const { who, why, ...run } = call.hand;
        return { result: await withdrawByHand(within(tx, call), { number, who, why, ...run }) };
      },
    }),
    staffAction({
      name: 'settlements.reconcile',
      permission: 'money.reconcile',
      needsReason: false,
      input: z.object({
        gateway: z.enum(PROVIDERS),
        day: dayHk().describe('Hong Kong day'),
        file: z.string().trim().min(1).max(120).describe('Name of the file'),
        text: z.string().min(1).max(MAX_SETTLEMENT_CHARS),
      }),
      async run(tx, { hand, now }, { gateway, day: dayHk, file, text }) {
        const own = { ...services, clock: () => now };
        const given = { gateway, dayHk, file, text, queriesLater: true };
        return { result: { ...(await reconcileByHand(tx, own, hand, given)) } };
      },
    }),
    staffAction({
      name: 'work-items.assign',
      permission: 'money.reconcile',
      needsReason: false,
      input: z.object({
        work_item: z.number().int().min(1).max(MAX_ID),
        account_id: z.number().int().min(1).max(MAX_ID).nullable().describe('Null: nobody'),
      }),
      async run(tx, { hand, now }, { work_item: id, account_id: ownerId }) {
        const former = await assignWork(tx, hand, id, ownerId, now);
        return { undo: { action: 'work-items.assign', input: { work_item: id, account_id: former } } };
      },
    }),
    staffAction({
      name: 'work-items.close',
      permission: 'money.reconcile',
      input: z.object({ work_item: z.number().int().min(1).max(MAX_ID) }),
      run: (tx, { hand, now }, { work_item: id }) => closeWork(tx, hand, id, now),
    }),
  ];
}
