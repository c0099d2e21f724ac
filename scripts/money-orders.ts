// Staff commands about orders and the books: verbs of `npm run money` (scripts/money.ts). Those about plans are in
// money-plans.ts.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readManifest } from '#db/backup.ts';
import type { Db } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { balances, report } from '#domain/ledger/ledger.ts';
import { firstDayKept, parseHead, type LedgerHead } from '#domain/ledger/ledger.rules.ts';
import { checkSeals, closeDaysByHand } from '#domain/ledger/seals.ts';
import {
  cancelUnpaid,
  closeWork,
  listWork,
  orderStory,
  reconcileByHand,
  refundedByHand,
  refundOrder,
  type Order,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { GATEWAYS } from '#shared/payment-enums.ts';
import { checkReceipts, resendReceipt } from '#domain/receipts/receipts.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { StartError } from './prepare.ts';
import { argumentParsers } from './words-of.ts';

export const ORDER_LOOKS_USAGE = `  npm run money -- story ORDER                      show the history of an order
  npm run money -- work                             list open work items
  npm run money -- report FROM TO                   totals of every account by day; days are in Hong Kong time, such as 2026-11-21
  npm run money -- balances                         balance of every account
  npm run money -- seals [HEAD|BACKUP]              list days whose ledger differs from its seal, or from a seal in a mail or backup`;

export const ORDER_CHANGES_USAGE = `  npm run money -- refund ORDER all|unused|CENTS    refund all, the unused time, or an amount
  npm run money -- void ORDER                       void an authorisation, or refund what was captured
  npm run money -- cancel ORDER                     cancel an unpaid order
  npm run money -- paid-back REFUND                 record a refund made elsewhere, such as in the provider's portal
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

type MoneyServices = PaymentServices & { secretKey: string; ledgerKey: string };
type Change = (services: MoneyServices, hand: Hand, words: string[], isMeant: boolean) => Promise<string[]>;

function centsOf(text: string | undefined): number | 'all' | 'unused' {
  return text === 'all' || text === 'unused' ? text : parseNumber(text);
}

async function giveBack(
  services: PaymentServices,
  { who, why }: Hand,
  orderId: number,
  cents: number | 'all' | 'unused',
) {
  const refund = await refundOrder(services, { orderId, cents, reason: why, who });
  return [`${refund.number}: refunding ${dollars(refund.cents)} of order ${orderId}.`];
}

export const ORDER_CHANGES: Readonly<Record<string, Change>> = {
  refund: (services, hand, [order, cents]) => giveBack(services, hand, parseNumber(order), centsOf(cents)),
  void: (services, hand, [order]) => giveBack(services, hand, parseNumber(order), 'all'),
  cancel: async (services, hand, [word], isMeant) => {
    const { order } = await orderStory(services.db, parseNumber(word));
    // A dry run calls no provider.
    await cancelUnpaid(isMeant ? services : { ...services, gateways: {} }, order);
    const { order: after } = await orderStory(services.db, order.id);
    const states = { before: { state: order.state }, after: { state: after.state } };
    await services.db.transaction((tx) =>
      recordAudit(tx, hand, { action: 'orders.cancel', subject: ['order', order.id], ...states }, services.clock()),
    );
    return [`Order ${order.id}: ${order.state} → ${after.state}.`];
  },
  'paid-back': async (services, { who, why }, [number = '']) => {
    await refundedByHand(services, { number, who, why });
    return [`Refund ${number} is recorded as paid.`];
  },
  close: async (services, hand, [word]) => {
    const id = parseNumber(word);
    await services.db.transaction((tx) => closeWork(tx, hand, id, services.clock()));
    return [`Closed work item ${id}.`];
  },
  reconcile: async (services, hand, [name, day, file = '']) => {
    const gateway = GATEWAYS.find((known) => known === name);
    if (!gateway)
      throw new StartError(
        `${name === undefined ? 'A provider is required' : `Unknown provider "${name}"`}: ${GATEWAYS.join(', ')}. ${HINT}`,
      );
    const text = readFileSync(file, 'utf8');
    const given = { gateway, dayHk: parseDay(day), file: basename(file), text };
    const { lines, unheard, unclear, differing, missing } = await services.db.transaction((tx) =>
      reconcileByHand(tx, services, hand, given),
    );
    return [
      `${lines} lines: ${unheard} without a webhook, ${unclear} to be resolved by staff, ${differing} with a different amount; ${missing} of our payment facts are missing in the file.`,
    ];
  },
  'close-days': async (services, hand) => {
    const days = await services.db.transaction((tx) => closeDaysByHand(tx, services, hand, services.clock()));
    return [`${days} days closed.`];
  },
  'check-receipts': async ({ db, clock }, hand, [word]) => {
    const day = parseDay(word);
    const { orders, receiptCents, refundNoteCents, differences } = await checkReceipts({ db, now: clock() }, day);
    const after = { orders, receiptCents, refundNoteCents, differences: differences.length };
    await db.transaction((tx) =>
      recordAudit(tx, hand, { action: 'receipts.check', subject: ['ledger-day', day], after }, clock()),
    );
    return [
      `${orders} orders: ${dollars(receiptCents)} on receipts, ${dollars(refundNoteCents)} on refund notes.`,
      ...differences.map(
        ({ orderId, refundId, paperCents, bookCents }) =>
          `Order ${orderId}${refundId === null ? '' : `, refund ${refundId}`}: ${dollars(paperCents)} on receipts, ${dollars(bookCents)} in the ledger.`,
      ),
      differences.length === 0
        ? 'Receipts and ledger agree.'
        : `${differences.length} differences were found; work items were opened.`,
    ];
  },
  'resend-receipt': async ({ db, clock, ...links }, hand, [number = '']) => {
    await db.transaction((tx) => resendReceipt(tx, links, hand, number, clock()));
    return [`${number} will be mailed again.`];
  },
};
