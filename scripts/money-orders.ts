// Staff commands about orders and the books: verbs of `npm run money` (scripts/money.ts). Those about plans are in
// money-plans.ts.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readManifest } from '#db/backup.ts';
import type { Db } from '#db/database.ts';
import { balances, report } from '#domain/ledger/ledger.ts';
import { firstDayKept, parseHead, type LedgerHead } from '#domain/ledger/ledger.rules.ts';
import { checkSeals, closeDays } from '#domain/ledger/seals.ts';
import {
  audit,
  cancelUnpaid,
  closeWork,
  listWork,
  orderStory,
  reconcile,
  refundedByHand,
  refundOrder,
  type Hand,
  type Order,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { GATEWAYS } from '#shared/payment-enums.ts';
import { checkReceipts, mailReceiptAgain } from '#domain/receipts/receipts.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { StartError } from './prepare.ts';
import { wordsOf } from './words-of.ts';

export const ORDER_LOOKS_USAGE = `  npm run money -- story ORDER                      all that is known of an order, in the order of time
  npm run money -- work                             what waits for a person
  npm run money -- report FROM TO                   every account by day; days are Hong Kong's, such as 2026-11-21
  npm run money -- balances                         every account, of all time
  npm run money -- seals [HEAD|BACKUP]              days of the books that are not as they were sealed, or as a mail or backup has them`;

export const ORDER_CHANGES_USAGE = `  npm run money -- refund ORDER all|unused|CENTS    give back all, what of its time is not over, or so many cents
  npm run money -- void ORDER                       let go what is only held; what was taken goes back
  npm run money -- cancel ORDER                     an order that is not paid is over
  npm run money -- paid-back REFUND                 it went back by another way, such as the provider's portal
  npm run money -- close NUMBER                     what waited for a person is done
  npm run money -- reconcile GATEWAY DAY FILE       hold a settlement file against what we were told
  npm run money -- close-days                       earn and seal the days that are over
  npm run money -- check-receipts DAY               hold the papers of a day against the books
  npm run money -- resend-receipt NUMBER            mail a receipt or refund note again, such as R2026-000123`;

export const HINT = 'npm run money alone tells every verb with its words.';

const { number: numberOf, day: dayOf } = wordsOf(HINT);

const MAX_WORK = 500;

const dollars = (cents: number): string => `${cents < 0 ? '-' : ''}HK$${(Math.abs(cents) / 100).toFixed(2)}`;

const whoseIs = ({ memberId, guestId }: Order): string => {
  if (memberId !== null) return `member ${memberId}`;
  return guestId === null ? 'somebody erased' : `guest ${guestId}`;
};

// QUERIES

type Look = (db: Db, words: string[], now: Date, ledgerKey: string) => Promise<string[]>;

/** A ledger head as mailed, or that of a backup. Undefined if neither is given. */
async function headOf(word: string | undefined): Promise<LedgerHead | undefined> {
  if (word === undefined) return undefined;
  const head = parseHead(word) ?? (await readManifest(word)).ledgerHead;
  if (head === null) throw new StartError(`${word} has no ledger head. ${HINT}`);
  return head;
}

export const ORDER_LOOKS: Readonly<Record<string, Look>> = {
  story: async (db, [order]) => {
    const { order: found, steps } = await orderStory(db, numberOf(order));
    const { id, kind, state, totalCents, capturedCents, refundedCents } = found;
    return [
      `Order ${id}, ${kind}, of ${whoseIs(found)}: ${state}. ${dollars(totalCents)}; taken ${dollars(capturedCents)}, gone back ${dollars(refundedCents)}.`,
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
      `${items.length} wait for a person.`,
    ];
  },
  report: async (db, [from, to]) =>
    (await report(db, { from: dayOf(from), to: dayOf(to) })).map(
      ({ dayHk, account, debitCents, creditCents }) =>
        `${dayHk}  ${account.padEnd(32)}  ${dollars(debitCents).padStart(16)}  ${dollars(creditCents).padStart(16)}`,
    ),
  balances: async (db) =>
    (await balances(db)).map(({ account, cents }) => `${account.padEnd(32)}  ${dollars(cents).padStart(16)}`),
  seals: async (db, [word], now, ledgerKey) => {
    const broken = await checkSeals({ db, ledgerKey }, { rowsFrom: firstDayKept(now), head: await headOf(word) });
    return broken.length === 0
      ? ['Every sealed day is as it was.']
      : broken.map((day) => `${day} is not as it was sealed.`);
  },
};

// CHANGES

type MoneyServices = PaymentServices & { secretKey: string; ledgerKey: string };
type Change = (services: MoneyServices, hand: Hand, words: string[], isMeant: boolean) => Promise<string[]>;

function centsOf(text: string | undefined): number | 'all' | 'unused' {
  return text === 'all' || text === 'unused' ? text : numberOf(text);
}

async function giveBack(
  services: PaymentServices,
  { who, why }: Hand,
  orderId: number,
  cents: number | 'all' | 'unused',
) {
  const refund = await refundOrder(services, { orderId, cents, reason: why, who });
  return [`${refund.number}: ${dollars(refund.cents)} of order ${orderId} go back; the station sends it.`];
}

export const ORDER_CHANGES: Readonly<Record<string, Change>> = {
  refund: (services, hand, [order, cents]) => giveBack(services, hand, numberOf(order), centsOf(cents)),
  void: (services, hand, [order]) => giveBack(services, hand, numberOf(order), 'all'),
  cancel: async (services, hand, [word], isMeant) => {
    const { order } = await orderStory(services.db, numberOf(word));
    // A dry run calls no provider.
    await cancelUnpaid(isMeant ? services : { ...services, gateways: {} }, order);
    const { order: after } = await orderStory(services.db, order.id);
    await services.db.transaction((tx) =>
      audit(tx, hand, 'cancel', { state: after.state }, order.id, services.clock()),
    );
    return [`Order ${order.id}: ${order.state} → ${after.state}.`];
  },
  'paid-back': async (services, { who, why }, [number = '']) => {
    await refundedByHand(services, { number, who, why });
    return [`${number} went back.`];
  },
  close: async (services, hand, [word]) => {
    const id = numberOf(word);
    await services.db.transaction((tx) => closeWork(tx, hand, id, services.clock()));
    return [`Number ${id} is done.`];
  },
  reconcile: async (services, hand, [name, day, file = '']) => {
    const gateway = GATEWAYS.find((known) => known === name);
    if (!gateway) throw new StartError(`${name ?? 'Nothing'} is no provider: ${GATEWAYS.join(', ')}. ${HINT}`);
    const text = readFileSync(file, 'utf8');
    const done = await reconcile(services, { gateway, dayHk: dayOf(day), file: basename(file), text });
    const { lines, unheard, unclear, differing, missing } = done;
    await services.db.transaction((tx) =>
      audit(tx, hand, 'reconcile', { gateway, day, ...done }, null, services.clock()),
    );
    return [
      `${lines} lines: ${unheard} that nobody had told us, ${unclear} that a person looks at, ${differing} of another amount; ${missing} that we were told are not in it.`,
    ];
  },
  'close-days': async (services, hand) => {
    const days = await closeDays(services, services.clock());
    await services.db.transaction((tx) => audit(tx, hand, 'close days', { days }, null, services.clock()));
    return [`${days} days closed.`];
  },
  'check-receipts': async ({ db, clock }, hand, [word]) => {
    const day = dayOf(word);
    const { orders, receiptCents, refundNoteCents, differences } = await checkReceipts({ db, now: clock() }, day);
    const totals = { day, orders, receiptCents, refundNoteCents, differences: differences.length };
    await db.transaction((tx) => audit(tx, hand, 'check receipts', totals, null, clock()));
    return [
      `${orders} orders: ${dollars(receiptCents)} on receipts, ${dollars(refundNoteCents)} on refund notes.`,
      ...differences.map(
        ({ orderId, refundId, paperCents, bookCents }) =>
          `Order ${orderId}${refundId === null ? '' : `, refund ${refundId}`}: ${dollars(paperCents)} on paper, ${dollars(bookCents)} in the books.`,
      ),
      differences.length === 0 ? 'Papers and books agree.' : `${differences.length} differ, and wait for a person.`,
    ];
  },
  'resend-receipt': async ({ db, clock, ...links }, hand, [number = '']) => {
    await db.transaction(async (tx) => {
      const { id, orderId } = await mailReceiptAgain(tx, links, number, clock());
      await audit(tx, hand, 'mail receipt again', { receipt: id, number }, orderId, clock());
    });
    return [`${number} is mailed again.`];
  },
};
