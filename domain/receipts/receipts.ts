import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { firstDayKept, firstYearKept } from '#domain/ledger/ledger.rules.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { storyUrl, type Order } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { instantHk } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { exactHk } from '#shared/money.ts';
import { drawReceipt, drawSummary } from './receipt-pdf.ts';
import { chargebackMail, receiptMail, refundNoteMail } from './receipts.mail.ts';
import { parseReceiptNo, receiptFileName, receiptNo, yearHkOf } from './receipts.rules.ts';
import {
  countWaiting,
  deleteReceiptsBefore,
  findBuyerOf,
  findIssuedReceipts,
  findOrderOfReceipt,
  findReceiptNumbered,
  findReceiptsBetween,
  findReceiptsOfMember,
  findReceiptsOfOrder,
  forgetMoneyBefore,
  giveNumbers,
  insertReceipt,
  lockNumbers,
  type IssuedReceipt,
  type NotedReceipt,
} from './receipts.store.ts';
import { joined } from './receipts.words.ts';

export type { IssuedReceipt } from './receipts.store.ts';

/** Numbers the documents that have no number. */
export const NUMBER_RECEIPTS = 'number-receipts';
/** Name under which the mail module requests receipts. */
export const RECEIPT_MAKER = 'receipt';

export { checkReceipts } from './receipts-check.ts';

/** Numbered per transaction, with their mails. */
const BATCH = 100;
const LISTED = 500;
/** Far more than a member has in a year. */
const SUMMED = 1_000;

export interface ReceiptServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
}

/** Input of links in mails. */
type Links = Pick<ReceiptServices, 'siteUrl' | 'secretKey'>;

/** A document as delivered. */
export interface ReceiptFile {
  name: string;
  bytes: Buffer;
}

/**
 * Notes a receipt or refund note in the transaction that moves the money. Idempotent; zero amounts get no document. The
 * number is assigned after the commit, so that payments do not wait for each other.
 */
export async function noteReceipt(tx: Tx, noted: NotedReceipt): Promise<void> {
  if (noted.cents === 0) return;
  // Without a job key: jobs with one key share a row, on which concurrent payments would wait.
  if (await insertReceipt(tx, noted)) await queueJob(tx, NUMBER_RECEIPTS, {}, { maxAttempts: 1 });
}

/** Queues the mail of a receipt to its member or guest; false if erased. `again` makes it a separate mail. */
async function mailReceipt(tx: Tx, links: Links, receipt: IssuedReceipt, again = ''): Promise<boolean> {
  const { id, kind, member, guestEmail, content, cents } = receipt;
  const recipient = member?.email ?? guestEmail;
  if (recipient === null) return false;
  const no = receiptNo(receipt);
  const write = kind === 'receipt' ? receiptMail : refundNoteMail;
  return queueLetter(
    tx,
    write({
      id,
      again,
      no,
      amount: exactHk(cents),
      item: joined(content.lines.map(({ name }) => name)),
      memberId: member?.id ?? null,
      recipient,
      name: member?.displayName ?? '',
      url: links.siteUrl + (member ? memberPaths.history() : memberPaths.guestOrders()),
      storyUrl: storyUrl(links, receipt.orderId),
      file: { maker: RECEIPT_MAKER, id, name: receiptFileName(no), mimeType: 'application/pdf' },
    }),
  );
}

/** Mails an order's buyer about a chargeback. */
export const chargebackTeller =
  (links: Links) =>
  async (
    tx: Tx,
    { order, factId, cents, endsAccess }: { order: Order; factId: number; cents: number; endsAccess: boolean },
  ): Promise<void> => {
    const buyer = await findBuyerOf(tx, order.id);
    if (buyer === null) return;
    const { memberId, email: recipient, name } = buyer;
    await queueLetter(
      tx,
      chargebackMail({
        factId,
        memberId,
        recipient,
        name,
        item: joined(order.lines.map((line) => line.name)),
        amount: exactHk(cents),
        endsAccess,
        storyUrl: storyUrl(links, order.id),
      }),
    );
  };

/**
 * Numbers all waiting receipts and queues their mails; numbers start at 1 without gaps, per kind and Hong Kong year.
 * Workers may call it concurrently and be killed: one at a time assigns numbers, and an uncommitted batch assigned none.
 */
export async function numberReceipts({ db, ...links }: ReceiptServices, now: Date): Promise<number> {
  let numbered = 0;
  for (;;) {
    const given = await db.transaction(async (tx) => {
      await lockNumbers(tx);
      const ids = await giveNumbers(tx, { year: yearHkOf(now), issuedAt: now, limit: BATCH });
      for (const receipt of await findIssuedReceipts(tx, ids)) await mailReceipt(tx, links, receipt);
      return ids.length;
    });
    numbered += given;
    if (given < BATCH) return numbered;
  }
}

/** Mails a document again by hand, to its buyer's current address. */
export async function resendReceipt(tx: Tx, links: Links, hand: Hand, no: string, now: Date): Promise<void> {
  const asked = parseReceiptNo(no);
  const id = asked && (await findReceiptNumbered(tx, asked));
  const [receipt] = id === null ? [] : await findIssuedReceipts(tx, [id]);
  if (!receipt) throw new DomainError('dataNotFound', `receipt or refund note "${no}" does not exist`);
  if (!(await mailReceipt(tx, links, receipt, `:${now.getTime()}`))) throw refused('member-gone');
  const after = { receipt: receipt.id, number: no };
  await recordAudit(tx, hand, { action: 'receipts.resend', subject: ['order', receipt.orderId], after }, now);
}

/** Order of a printed number; null if there is none. */
export async function orderOfReceipt(db: Db, no: string): Promise<number | null> {
  const asked = parseReceiptNo(no);
  return asked && findOrderOfReceipt(db, asked);
}

/** Documents of an order, with their printed numbers. Those without a number wait for the worker. */
export async function receiptsOfOrder(db: Db, orderId: number) {
  const rows = await findReceiptsOfOrder(db, orderId);
  return rows.map(({ id, kind, year, number, cents, paidAt }) => ({
    id,
    kind,
    cents,
    paidAt,
    no: year === null || number === null ? null : receiptNo({ kind, year, number }),
  }));
}

const fileOf = async (receipt: IssuedReceipt | undefined): Promise<ReceiptFile | null> =>
  receipt ? { name: receiptFileName(receiptNo(receipt)), bytes: await drawReceipt(receipt) } : null;

/** A receipt as printed, of any member; null if the id is unknown or has no number. */
export const receiptPdf = async ({ db }: { db: Db }, id: number): Promise<ReceiptFile | null> =>
  fileOf((await findIssuedReceipts(db, [id]))[0]);

/** Same, for its own member only; another member's is reported as missing. */
export async function ownReceiptPdf(db: Db, memberId: number, id: number): Promise<ReceiptFile | null> {
  const [receipt] = await findIssuedReceipts(db, [id]);
  return fileOf(receipt?.member?.id === memberId ? receipt : undefined);
}

/** For the mail module, which retries if it is missing. */
export async function makeReceipt(db: Db, id: number): Promise<Buffer> {
  const file = await receiptPdf({ db }, id);
  if (file === null) throw new Error(`receipt ${id} has no number`);
  return file.bytes;
}

/** A member's numbered receipts and refund notes, newest first. */
export const listReceipts = (db: Db, memberId: number): Promise<IssuedReceipt[]> =>
  findReceiptsOfMember(db, memberId, LISTED);

/** A member's payments and refunds in a Hong Kong year; null for a future year. */
export async function yearSummaryPdf(
  { db, now }: { db: Db; now: Date },
  memberId: number,
  year: number,
): Promise<ReceiptFile | null> {
  if (year > yearHkOf(now)) return null;
  const span = { from: instantHk(`${year}-01-01`, 0), to: instantHk(`${year + 1}-01-01`, 0) };
  const receipts = await findReceiptsBetween(db, { memberId, ...span }, SUMMED + 1);
  // An incomplete total would be silently wrong.
  if (receipts.length > SUMMED) throw new DomainError('tooLarge');
  return { name: receiptFileName(String(year)), bytes: await drawSummary(year, receipts, now) };
}

/** Waiting documents for metrics; more than a minute means a stuck worker. */
export async function receiptBacklog({ db, now }: { db: Db; now: Date }) {
  const { receipts: waiting, oldestAt } = await countWaiting(db);
  return { waiting, oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1_000) : 0 };
}

/**
 * Documents, books and orders are kept seven years by law, then deleted in whole years. Returns how many orders were
 * deleted. Daily totals and seals stay: they contain no names, and keep the chain intact.
 */
export async function forgetOldMoney({ db, now }: { db: Db; now: Date }): Promise<number> {
  await deleteReceiptsBefore(db, firstYearKept(now));
  return forgetMoneyBefore(db, firstDayKept(now));
}
