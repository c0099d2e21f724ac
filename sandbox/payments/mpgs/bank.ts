import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bankBook } from '../bank-book.ts';
import type { WebhookMode } from '../webhook-modes.ts';

/** Possible results of the issuing bank, in the gateway's codes. */
export const BANKS = {
  byExpiry: 'By the expiry of the card',
  APPROVED: 'Approves',
  failThenOk: 'Declines, and approves a second attempt',
  DECLINED: 'Declines: declined',
  INSUFFICIENT_FUNDS: 'Declines: insufficient funds',
  EXPIRED_CARD: 'Declines: expired card',
  ACQUIRER_SYSTEM_ERROR: 'Declines: system error',
  UNSPECIFIED_FAILURE: 'Declines: unspecified failure',
  TIMED_OUT: 'Times out',
  UNKNOWN: 'Leaves the outcome unknown',
} as const;
export type Bank = keyof typeof BANKS;
export type GatewayCode = Exclude<Bank, 'byExpiry' | 'failThenOk'>;
export const isBank = (word: string): word is Bank => Object.hasOwn(BANKS, word);

/** Test card expiries select the result. */
const BY_EXPIRY: ReadonlyMap<string, GatewayCode> = new Map([
  ['01/39', 'APPROVED'],
  ['05/39', 'DECLINED'],
  ['04/27', 'EXPIRED_CARD'],
  ['08/28', 'TIMED_OUT'],
  ['01/37', 'ACQUIRER_SYSTEM_ERROR'],
  ['02/37', 'UNSPECIFIED_FAILURE'],
  ['05/37', 'UNKNOWN'],
]);
export const codeOfExpiry = ({ month, year }: { month: string; year: string }): GatewayCode =>
  BY_EXPIRY.get(`${month}/${year}`) ?? 'APPROVED';

export interface Card {
  brand: 'VISA' | 'MASTERCARD';
  /** Masked; the full number is never stored. */
  number: string;
  month: string;
  year: string;
}

export interface Session {
  id: string;
  orderId: string;
  operation: 'PURCHASE' | 'AUTHORIZE';
  successIndicator: string;
  cents: number;
  description: string;
  returnUrl: string;
  cancelUrl: string;
  notificationUrl: string;
  timeoutSeconds: number;
  merchantName: string;
  agreementId: string;
  createdAt: string;
  card: Card | null;
}

export interface Transaction {
  id: string;
  type: 'AUTHENTICATION' | 'PAYMENT' | 'AUTHORIZATION' | 'CAPTURE' | 'VOID_PAYMENT' | 'VOID_AUTHORIZATION' | 'REFUND';
  result: 'SUCCESS' | 'FAILURE' | 'UNKNOWN';
  gatewayCode: string;
  cents: number;
  at: string;
  target: string;
}

export interface Order {
  id: string;
  cents: number;
  currency: string;
  notificationUrl: string;
  agreementId: string;
  card: Card | null;
  token: string;
  transactions: Transaction[];
  told: WebhookMode;
  chargebackAt: string;
  answers: string[];
}

export interface Token {
  id: string;
  card: Card;
  isDeleted: boolean;
  /** The bank's result for charges. */
  bank: Bank;
}

/** The state of the MPGS stand-in. */
export function openBank(folder: string | null) {
  const path = (name: string) => (folder === null ? null : join(folder, `${name}.jsonl`));
  const sessions = bankBook<Session>(path('sessions'));
  const orders = bankBook<Order>(path('orders'));
  const tokens = bankBook<Token>(path('tokens'));
  return {
    sessions,
    orders,
    tokens,
    newSessionId: () =>
      `SESSION${BigInt(`0x${randomBytes(13).toString('hex')}`)
        .toString()
        .padStart(32, '0')}`,
    newToken(card: Card): Token {
      // A first digit that no card has.
      const digits = BigInt(`0x${randomBytes(7).toString('hex')}`)
        .toString()
        .padStart(17, '0')
        .slice(-15);
      return tokens.put({ id: `9${digits}`, card, isDeleted: false, bank: 'byExpiry' });
    },
    note(orderId: string, answer: string): void {
      const order = orders.get(orderId);
      if (order) orders.put({ ...order, answers: [...order.answers, answer] });
    },
  };
}

export type MpgsBank = ReturnType<typeof openBank>;

const sum = (order: Order, ...types: Transaction['type'][]) =>
  order.transactions
    .filter(({ type, result }) => types.includes(type) && result === 'SUCCESS')
    .reduce((total, { cents }) => total + cents, 0);

export const authorizedCents = (order: Order): number => sum(order, 'AUTHORIZATION') - sum(order, 'VOID_AUTHORIZATION');
export const capturedCents = (order: Order): number => sum(order, 'PAYMENT', 'CAPTURE') - sum(order, 'VOID_PAYMENT');
export const refundedCents = (order: Order): number => sum(order, 'REFUND');

export function statusOf(order: Order): string {
  const captured = capturedCents(order);
  const refunded = refundedCents(order);
  if (refunded > 0) return refunded >= captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  if (captured > 0) return 'CAPTURED';
  if (authorizedCents(order) > 0) return 'AUTHORIZED';
  if (order.transactions.some(({ type }) => type.startsWith('VOID'))) return 'CANCELLED';
  return 'FAILED';
}

/** Result of a bank's response code; an unknown outcome is neither success nor failure. */
export const resultOf = (code: GatewayCode): Transaction['result'] =>
  code === 'APPROVED' ? 'SUCCESS' : code === 'UNKNOWN' ? 'UNKNOWN' : 'FAILURE';

export function addTransaction(bank: MpgsBank, order: Order, transaction: Transaction): Order {
  return bank.orders.put({ ...order, transactions: [...order.transactions, transaction] });
}

export const amountNumber = (cents: number): number => cents / 100;
/** Parses `"388.00"` or `388`; null if it is no amount. */
export function centsOfAmount(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
}
