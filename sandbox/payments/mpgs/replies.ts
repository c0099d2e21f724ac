import {
  amountNumber,
  authorizedCents,
  capturedCents,
  refundedCents,
  statusOf,
  type Card,
  type Order,
  type Transaction,
} from './bank.ts';

export const sourceOf = (card: Card | null, token: string) => ({
  type: 'CARD',
  ...(token ? { token } : {}),
  ...(card
    ? {
        provided: {
          card: {
            brand: card.brand,
            scheme: card.brand,
            number: card.number,
            expiry: { month: card.month, year: card.year },
            fundingMethod: 'CREDIT',
            nameOnCard: 'CHAN TAI MAN',
          },
        },
      }
    : {}),
});

/** A transaction as in RETRIEVE_TRANSACTION, in the reply that created it, and in webhooks. */
export const transactionReply = (merchantId: string, order: Order, told: Transaction) => ({
  result: told.result,
  merchant: merchantId,
  timeOfRecord: told.at,
  order: { id: order.id, amount: amountNumber(order.cents), currency: order.currency, status: statusOf(order) },
  response: { gatewayCode: told.gatewayCode, acquirerCode: told.result === 'SUCCESS' ? '00' : '05' },
  sourceOfFunds: sourceOf(order.card, order.token),
  transaction: {
    id: told.id,
    type: told.type,
    amount: amountNumber(told.cents),
    currency: order.currency,
    ...(told.target ? { targetTransactionId: told.target } : {}),
    ...(told.result === 'SUCCESS' ? { authorizationCode: '831000', receipt: '632112831000' } : {}),
  },
  version: '100',
});

export const orderReply = (merchantId: string, order: Order) => ({
  result: order.transactions.at(-1)?.result ?? 'PENDING',
  status: statusOf(order),
  id: order.id,
  merchant: merchantId,
  amount: amountNumber(order.cents),
  currency: order.currency,
  totalAuthorizedAmount: amountNumber(authorizedCents(order)),
  totalCapturedAmount: amountNumber(capturedCents(order)),
  totalRefundedAmount: amountNumber(refundedCents(order)),
  sourceOfFunds: sourceOf(order.card, order.token),
  transaction: order.transactions.map((told) => transactionReply(merchantId, order, told)),
});

/** A refusal in the gateway's format. */
export const errorReply = (cause: string, explanation: string, field?: string) => ({
  result: 'ERROR',
  error: { cause, explanation, ...(field === undefined ? {} : { field, validationType: 'INVALID' }) },
});
