// Staff commands about orders and the books: verbs of `npm run money` (scripts/money.ts). Those about plans are in
// money-plans.ts.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readManifest } from '#db/backup.ts';
import type { Db } from '#db/database.ts';
import { balances, report } from '#domain/ledger/ledger.ts';
import { firstDayKept, parseHead, type LedgerHead } from '#domain/ledger/ledger.rules.ts';
import { checkSeals } from '#domain/ledger/seals.ts';
import { listWork, orderStory, type Order } from '#domain/payments/payments.ts';
import { GATEWAYS } from '#shared/payment-enums.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import type { SpokenAction } from './run-action.ts';
import { StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';

export const ORDER_LOOKS_USAGE = `  npm run money -- story ORDER                      show the history of an order
  npm run money -- work                             list open work items
  npm run money -- report FROM TO                   totals of every account by day; days are in Hong Kong time, such as 2026-11-21
  npm run money -- balances                         balance of every account
  npm run money -- seals [HEAD|BACKUP]              list days whose ledger differs from its seal, or from a seal in a mail or backup`;

export const ORDER_CHANGES_USAGE = `  npm run money -- refund ORDER all|unused|CENTS    refund all, the unused time, or an amount
  npm run money -- void ORDER                       void an authorisation, or refund what was captured
  npm run money -- cancel ORDER                     cancel an unpaid order, also at its provider
  npm run money -- paid-back REFUND                 record a refund made elsewhere, such as in the provider's portal
  npm run money -- withdraw REFUND                  withdraw a refund that was not made, as a bank took the payment back
  npm run money -- close NUMBER                     close a work item
  npm run money -- reconcile GATEWAY DAY FILE       reconcile a settlement file with our payment facts
  npm run money -- close-days                       recognise revenue and seal completed days
  npm run money -- check-receipts DAY               compare receipts and refund notes of a day with the ledger
  npm run money -- resend-receipt NUMBER            mail a receipt or refund note again, such as R2026-000123`;

export const HINT = 'Run "npm run money" for usage.';

const { parseNumber, parseDay } = argumentParsers(HINT);

const MAX_WORK = 500;

const dollars = (cents: number): string => `${cents < 0 ? '-' : ''}HK$${(Math.abs(cents) / 100).toFixed(2)}`;

const whoseIs = ({ memberId, guestId }: Order): string => {
  if (memberId !== null) return `member ${memberId}`;
  return guestId === null ? 'erased account' : `guest ${guestId}`;
};

// QUERIES

type Look = (db: Db, words: string[], now: Date, ledgerKey: string) => Promise<string[]>;

/** A ledger head as mailed, or that of a backup. Undefined if neither is given. */
async function headOf(word: string | undefined): Promise<LedgerHead | undefined> {
  if (word === undefined) return undefined;
  const head = parseHead(word) ?? (await readManifest(word)).ledgerHead;
  if (head === null) throw new StartError(`"${word}" contains no ledger head. ${HINT}`);
  return head;
}

export const ORDER_LOOKS: Readonly<Record<string, Look>> = {
  story: async (db, [order]) => {
    const { order: found, steps } = await orderStory(db, parseNumber(order));
    const { id, kind, state, totalCents, capturedCents, refundedCents } = found;
    return [
      `Order ${id}, ${kind}, ${whoseIs(found)}: ${state}. ${dollars(totalCents)}; captured ${dollars(capturedCents)}, refunded ${dollars(refundedCents)}.`,
      ...steps.map(({ at, what, detail }) => `${dateTimeHk(at)}  ${what}  ${JSON.stringify(detail)}`),
    ];
  },
  work: async (db) => {
    const items = await listWork(db, MAX_WORK);
    return [
      ...items.map(
        ({ id, kind, subject, orderId, openedAt, detail }) =>
          `${id}  ${dateTimeHk(openedAt)}  ${kind}  ${subject}${orderId === null ? '' : `  order ${orderId}`}  ${JSON.stringify(detail)}`,
      ),
      `${items.length} open work items.`,
    ];
  },
  report: async (db, [from, to]) =>
    (await report(db, { from: parseDay(from), to: parseDay(to) })).map(
      ({ dayHk, account, debitCents, creditCents }) =>
        `${dayHk}  ${account.padEnd(32)}  ${dollars(debitCents).padStart(16)}  ${dollars(creditCents).padStart(16)}`,
    ),
  balances: async (db) =>
    (await balances(db)).map(({ account, cents }) => `${account.padEnd(32)}  ${dollars(cents).padStart(16)}`),
  seals: async (db, [word], now, ledgerKey) => {
    const broken = await checkSeals({ db, ledgerKey }, { rowsFrom: firstDayKept(now), head: await headOf(word) });
    return broken.length === 0 ? ['All sealed days are intact.'] : broken.map((day) => `${day} differs from its seal.`);
  },
};

// CHANGES

/** The action of a verb with its words. */
export type MoneyVerb = (words: string[], now: Date) => SpokenAction;

const refundOf = (order: string | undefined, cents: string | undefined): SpokenAction => {
  const id = parseNumber(order);
  return {
    name: 'orders.refund',
    input: { order_id: id, cents: cents === 'all' || cents === 'unused' ? cents : parseNumber(cents) },
    say: ({ refund, cents: refunded }) => [`${refund}: refunding ${dollars(Number(refunded))} of order ${id}.`],
  };
};

interface Difference {
  orderId: number;
  refundId: number | null;
  paperCents: number;
  bookCents: number;
}

export const ORDER_CHANGES: Readonly<Record<string, MoneyVerb>> = {
  refund: ([order, cents]) => refundOf(order, cents),
  void: ([order]) => refundOf(order, 'all'),
  cancel: ([order]) => {
    const id = parseNumber(order);
    return {
      name: 'orders.cancel',
      input: { order_id: id },
      say: () => [`Order ${id} is cancelled; the station asks its providers to end what can still be paid.`],
    };
  },
  'paid-back': ([number = '']) => ({
    name: 'refunds.confirm',
    input: { refund: number },
    say: () => [`Refund ${number} is recorded as paid.`],
  }),
  withdraw: ([number = '']) => ({
    name: 'refunds.withdraw',
    input: { refund: number },
    say: ({ rest }) => [
      `Refund ${number} is withdrawn.`,
      ...(typeof rest === 'string' ? [`${rest} refunds what the bank left of it.`] : []),
    ],
  }),
  close: ([word]) => {
    const id = parseNumber(word);
    return { name: 'work-items.close', input: { work_item: id }, say: () => [`Closed work item ${id}.`] };
  },
  reconcile: ([name, day, file = '']) => {
    const gateway = GATEWAYS.find((known) => known === name);
    if (!gateway)
      throw new StartError(
        `${name === undefined ? 'A provider is required' : `Unknown provider "${name}"`}: ${GATEWAYS.join(', ')}. ${HINT}`,
      );
    return {
      name: 'settlements.reconcile',
      input: { gateway, day: parseDay(day), file: basename(file), text: readFileSync(file, 'utf8') },
      say: ({ lines, unheard, unclear, differing, missing }) => [
        `${lines} lines: ${unheard} without a webhook, ${unclear} unclear, ${differing} with a different amount; ${missing} of our payment facts are missing in the file.`,
        ...(Number(unclear) > 0
          ? [
              'The station asks the provider about unclear ones: run this again in a minute, which settles those it confirms.',
            ]
          : []),
      ],
    };
  },
  'close-days': () => ({ name: 'ledger.close-days', input: {}, say: ({ days }) => [`${days} days closed.`] }),
  'check-receipts': ([word]) => ({
    name: 'receipts.check',
    input: { day: parseDay(word) },
    say: ({ orders, receiptCents, refundNoteCents, differences, listed }) => [
      `${orders} orders: ${dollars(Number(receiptCents))} on receipts, ${dollars(Number(refundNoteCents))} on refund notes.`,
      ...(listed as unknown as Difference[]).map(
        ({ orderId, refundId, paperCents, bookCents }) =>
          `Order ${orderId}${refundId === null ? '' : `, refund ${refundId}`}: ${dollars(paperCents)} on receipts, ${dollars(bookCents)} in the ledger.`,
      ),
      differences === 0
        ? 'Receipts and ledger agree.'
        : `${differences} differences were found; work items were opened.`,
    ],
  }),
  'resend-receipt': ([number = '']) => ({
    name: 'receipts.resend',
    input: { number },
    say: () => [`${number} will be mailed again.`],
  }),
};
