import { randomUUID } from 'node:crypto';
import type { Delivery, WebhookCall } from '../delivery.ts';
import type { MpgsBank, Order, Transaction } from './bank.ts';
import { transactionReply } from './replies.ts';

export interface WebhookOptions {
  bank: MpgsBank;
  delivery: Delivery;
  merchantId: string;
  notificationSecret: string;
  lateMs: number;
}

/** Sends webhooks of transactions: an unsigned body with a secret header. */
export function createWebhook({ bank, delivery, merchantId, notificationSecret, lateMs }: WebhookOptions) {
  function noticeOf(order: Order, told: Transaction, isForged = false): WebhookCall {
    const id = randomUUID();
    return {
      url: order.notificationUrl,
      headersOf: (attempt) => ({
        'content-type': 'application/json;charset=utf-8',
        'x-notification-secret': isForged ? notificationSecret.replace(/.$/, '~') : notificationSecret,
        'x-notification-id': id,
        'x-notification-attempt': String(attempt),
      }),
      body: JSON.stringify(transactionReply(merchantId, order, told)),
      isAccepted: (status) => status >= 200 && status < 300,
      onAnswer: (answer) => bank.note(order.id, answer),
    };
  }
  return {
    tell(order: Order, told: Transaction): void {
      if (order.notificationUrl === '') return;
      const authentication = order.transactions.filter(({ type }) => type === 'AUTHENTICATION').slice(-1);
      const before = told.type === 'REFUND' ? [] : authentication.map((one) => noticeOf(order, one));
      const notice = noticeOf(order, told);
      const ways: Record<Order['told'], () => void> = {
        once: () => delivery.tell([...before, notice]),
        twice: () => delivery.tell([...before, notice, notice]),
        late: () => delivery.tell([...before, notice], lateMs),
        muddled: () => delivery.tell([notice, ...before, notice]),
        // The order itself contains the other amount too.
        otherAmount: () => delivery.tell([...before, notice]),
        // The webhook is false; querying the order gives the truth.
        otherCurrency: () => delivery.tell([noticeOf({ ...order, currency: 'CNY' }, told)]),
        badSignature: () => delivery.tell([noticeOf(order, told, true)]),
        never: () => {},
        afterRefund: () => {},
      };
      ways[order.told]();
    },
    /** Sends the webhook withheld until the refund. */
    tellAfterRefund(order: Order): void {
      const paid = order.transactions.find(({ type, result }) => type === 'PAYMENT' && result === 'SUCCESS');
      if (order.told === 'afterRefund' && order.notificationUrl && paid) delivery.tell([noticeOf(order, paid)]);
    },
    resend(order: Order): void {
      const last = order.transactions.at(-1);
      if (last && order.notificationUrl) delivery.tell([noticeOf(order, last)]);
    },
  };
}

export type Webhook = ReturnType<typeof createWebhook>;
