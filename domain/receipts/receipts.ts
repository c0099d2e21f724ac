import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { firstDayKept, firstYearKept } from '#domain/ledger/ledger.rules.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { lettered } from '#domain/mail/member-letter.ts';
import { storyUrl, type Order } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { instantHk } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/member-paths.ts';
import { exactHk } from '#shared/money.ts';
import { drawReceipt, drawSummary } from './receipt-pdf.ts';
import { chargebackMail, receiptMail, refundNoteMail } from './receipts.mail.ts';
import { parseReceiptNo, receiptFileName, receiptNo, yearHkOf } from './receipts.rules.ts';
import {
  countWaiting,
  deleteReceiptsBefore,
  findBuyerOf,
  findIssuedReceipts,
  findReceiptNumbered,
  findReceiptsBetween,
  findReceiptsOfMember,
  forgetMoneyBefore,
  giveNumbers,
  insertReceipt,
  lockNumbers,
  type IssuedReceipt,
  type NotedReceipt,
} from './receipts.store.ts';
import { joined } from './receipts.words.ts';

export type { IssuedReceipt } from './receipts.store.ts';

/** Numbers what was noted and has none. */
export const NUMBER_RECEIPTS = 'number-receipts';
/** Name under which the mail room has receipts made. */
export const RECEIPT_MAKER = 'receipt';

export { checkReceipts } from './receipts-check.ts';

/** Numbered in one transaction, with their mails. */
const BATCH = 100;
const LISTED = 500;
/** Far beyond what a member has in a year. */
const SUMMED = 1_000;

export interface ReceiptServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
}

/** What the links of a mail are made of. */
type Links = Pick<ReceiptServices, 'siteUrl' | 'secretKey'>;

/** A paper as it is handed out. */
export interface ReceiptFile {
  name: string;
  bytes: Buffer;
}

/**
 * Notes, in the transaction that says that money moved, that there is to be a receipt, or a refund note of one. The same again
 * changes nothing, and no paper is made of nothing. Its number comes after the commit: whoever pays waits for no other.
 */
export async function noteReceipt(tx: Tx, noted: NotedReceipt): Promise<void> {
  if (noted.cents === 0) return;
  // Without a key: jobs of one key are one row, for which two that pay at once would wait.
  if (await insertReceipt(tx, noted)) await queueJob(tx, NUMBER_RECEIPTS, {}, { maxAttempts: 1 });
}

/** Writes the mail of a receipt to its member, or its guest; false where they were erased. `again` makes it another mail. */
async function mailReceipt(tx: Tx, links: Links, receipt: IssuedReceipt, again = ''): Promise<boolean> {
  const { id, kind, member, guestEmail, content, cents } = receipt;
  const recipient = member?.email ?? guestEmail;
  if (recipient === null) return false;
  const no = receiptNo(receipt);
  const write = kind === 'receipt' ? receiptMail : refundNoteMail;
  return queueMail(
    tx,
    lettered(
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
    ),
  );
}

/** Writes to the buyer of an order that their bank took its payment back. */
export const chargebackTeller =
  (links: Links) =>
  async (
    tx: Tx,
    { order, factId, cents, endsAccess }: { order: Order; factId: number; cents: number; endsAccess: boolean },
  ): Promise<void> => {
    const buyer = await findBuyerOf(tx, order.id);
    if (buyer === null) return;
    const { memberId, email: recipient, name } = buyer;
    await queueMail(
      tx,
      lettered(
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
      ),
    );
  };

/**
 * Gives every receipt that waits its number, each kind and Hong Kong year from 1 on without a gap, and writes its mail. Any
 * number of workers may call it and be killed in it: one at a time gives numbers, and what is not committed gave none.
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

/** Mails a paper once more, to the address that its member has now. Answers what was mailed. */
export async function mailReceiptAgain(tx: Tx, links: Links, no: string, now: Date): Promise<IssuedReceipt> {
  const asked = parseReceiptNo(no);
  const id = asked && (await findReceiptNumbered(tx, asked));
  const [receipt] = id === null ? [] : await findIssuedReceipts(tx, [id]);
  if (!receipt) throw new DomainError('dataNotFound', `there is no receipt or refund note ${no}`);
  if (!(await mailReceipt(tx, links, receipt, `:${now.getTime()}`)))
    throw new DomainError('conflict', 'its member has no account any more');
  return receipt;
}

const fileOf = async (receipt: IssuedReceipt | undefined): Promise<ReceiptFile | null> =>
  receipt ? { name: receiptFileName(receiptNo(receipt)), bytes: await drawReceipt(receipt) } : null;

/** A receipt as it is printed, whosever it is; null where none has that id and a number. */
export const receiptPdf = async ({ db }: { db: Db }, id: number): Promise<ReceiptFile | null> =>
  fileOf((await findIssuedReceipts(db, [id]))[0]);

/** The same for its member alone: of another's nobody learns that it is there. */
export async function ownReceiptPdf(db: Db, memberId: number, id: number): Promise<ReceiptFile | null> {
  const [receipt] = await findIssuedReceipts(db, [id]);
  return fileOf(receipt?.member?.id === memberId ? receipt : undefined);
}

/** For the mail room, which tries again where it is not there. */
export async function makeReceipt(db: Db, id: number): Promise<Buffer> {
  const file = await receiptPdf({ db }, id);
  if (file === null) throw new Error(`receipt ${id} has no number`);
  return file.bytes;
}

/** A member's receipts and refund notes that have a number, the newest first. */
export const listReceipts = (db: Db, memberId: number): Promise<IssuedReceipt[]> =>
  findReceiptsOfMember(db, memberId, LISTED);

/** What a member paid and got back in a Hong Kong year; null for one that has not begun. */
export async function yearSummaryPdf(
  { db, now }: { db: Db; now: Date },
  memberId: number,
  year: number,
): Promise<ReceiptFile | null> {
  if (year > yearHkOf(now)) return null;
  const span = { from: instantHk(`${year}-01-01`, 0), to: instantHk(`${year + 1}-01-01`, 0) };
  const receipts = await findReceiptsBetween(db, { memberId, ...span }, SUMMED + 1);
  // A sum that leaves something out would be wrong in silence.
  if (receipts.length > SUMMED) throw new DomainError('tooLarge');
  return { name: receiptFileName(String(year)), bytes: await drawSummary(year, receipts, now) };
}

/** What waits for a number, for metrics: more than a minute's is a worker that is stuck. */
export async function receiptBacklog({ db, now }: { db: Db; now: Date }) {
  const { receipts: waiting, oldestAt } = await countWaiting(db);
  return { waiting, oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1_000) : 0 };
}

/**
 * The law wants papers, books and orders for seven years; after that nobody has a reason to keep them. Whole years at a time.
 * Answers how many orders went. Totals and seals of days stay: they name nobody, and hold the chain.
 */
export async function forgetOldMoney({ db, now }: { db: Db; now: Date }): Promise<number> {
  await deleteReceiptsBefore(db, firstYearKept(now));
  return forgetMoneyBefore(db, firstDayKept(now));
}
