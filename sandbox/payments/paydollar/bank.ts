import { join } from 'node:path';
import { bankBook } from '../bank-book.ts';
import type { WebhookMode } from '../webhook-modes.ts';

/** Possible results of the issuing bank, with the gateway's and the bank's codes. */
export const BANKS = {
  ok: 'Approves',
  failThenOk: 'Declines, and approves a second attempt',
  refer: 'Declines: refer to the bank (01)',
  declined: 'Declines: declined (05)',
  badCard: 'Declines: unknown card (14)',
  lost: 'Declines: lost card (41)',
  funds: 'Declines: insufficient funds (51)',
  expired: 'Declines: expired card (54)',
  threeDs: 'Declines: the payer was not authenticated (3-D Secure)',
  country: 'Declines: high-risk country (2014)',
  tooMany: 'Declines: too many attempts (2016)',
  hostDown: 'Is unreachable (-9)',
} as const;
export type Bank = keyof typeof BANKS;
export const isBank = (word: string): word is Bank => Object.hasOwn(BANKS, word);

export const REFUSALS: Readonly<Record<Exclude<Bank, 'ok' | 'failThenOk'>, { prc: string; src: string }>> = {
  refer: { prc: '1', src: '01' },
  declined: { prc: '1', src: '05' },
  badCard: { prc: '1', src: '14' },
  lost: { prc: '1', src: '41' },
  funds: { prc: '1', src: '51' },
  expired: { prc: '1', src: '54' },
  threeDs: { prc: '3', src: '' },
  country: { prc: '-8', src: '2014' },
  tooMany: { prc: '-8', src: '2016' },
  hostDown: { prc: '-9', src: '' },
};

/** Magic cents that select a result if none is chosen. */
const BY_CENTS: ReadonlyMap<number, { bank?: Bank; told?: WebhookMode }> = new Map([
  [51, { bank: 'funds' }],
  [3, { bank: 'threeDs' }],
  [99, { told: 'never' }],
  [98, { told: 'twice' }],
  [97, { bank: 'failThenOk' }],
  [96, { told: 'badSignature' }],
]);
export const chosenByCents = (cents: number): { bank: Bank; told: WebhookMode } => ({
  bank: 'ok',
  told: 'once',
  ...BY_CENTS.get(cents % 100),
});

/** An order as submitted to the hosted page. */
export interface Asked {
  /** `orderRef`. */
  id: string;
  fields: [name: string, value: string][];
  cents: number;
}

/** A payment attempt, a refund, or a scheduled charge: each has its own gateway id. */
export interface Try {
  /** `PayRef`. */
  id: string;
  ref: string;
  cents: number;
  payType: 'N' | 'H';
  status: 'Accepted' | 'Authorized' | 'Rejected' | 'Voided' | 'Refund';
  prc: string;
  src: string;
  method: string;
  first4: string;
  last4: string;
  expMonth: string;
  expYear: string;
  at: string;
  channel: 'SPC' | 'SCH' | 'DPS';
  remark: string;
  mSchPayId: string;
  dSchPayId: string;
  told: WebhookMode;
  /** For a refund: the refunded attempt, and when the bank completes it. */
  refundOf: string;
  doneAt: string;
  chargebackAt: string;
  /** The site's replies to its webhooks. */
  answers: string[];
}

export interface Schedule {
  /** `mSchPayId`. */
  id: string;
  ref: string;
  cents: number;
  everyMonths: number;
  nextDay: string;
  status: 'Active' | 'Suspend' | 'Deleted';
  method: string;
  first4: string;
  last4: string;
  expMonth: string;
  expYear: string;
  startDay: string;
}

export interface KeptCard {
  /** `memberId`; one card per member. */
  id: string;
  staticToken: string;
  accountId: string;
  method: string;
  first4: string;
  last4: string;
  expMonth: string;
  expYear: string;
  /** The bank's result for charges. */
  bank: Bank;
  /** Unused single-charge tokens: token, order, cents. */
  tokens: [token: string, ref: string, cents: number][];
}

const FIRST_PAY_REF = 9_000_000;

/** The state of the PayDollar stand-in. */
export function openBank(folder: string | null) {
  const path = (name: string) => (folder === null ? null : join(folder, `${name}.jsonl`));
  const asked = bankBook<Asked>(path('asked'));
  const tries = bankBook<Try>(path('tries'));
  const schedules = bankBook<Schedule>(path('schedules'));
  const cards = bankBook<KeptCard>(path('cards'));
  let lastPayRef = FIRST_PAY_REF;
  for (const { id } of tries.list()) lastPayRef = Math.max(lastPayRef, Number(id));

  const refundsOf = (payRef: string) => tries.list().filter((one) => one.refundOf === payRef);
  return {
    asked,
    tries,
    schedules,
    cards,
    nextPayRef: () => String(++lastPayRef),
    triesOf: (ref: string) => tries.list().filter((one) => one.ref === ref),
    refundedCents: (payRef: string) => refundsOf(payRef).reduce((sum, { cents }) => sum + cents, 0),
    note(id: string, answer: string): void {
      const one = tries.get(id);
      if (one) tries.put({ ...one, answers: [...one.answers, answer] });
    },
  };
}

export type PaydollarBank = ReturnType<typeof openBank>;

export const amountText = (cents: number): string => (cents / 100).toFixed(2);
export const centsOfText = (text: string): number | null =>
  /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
