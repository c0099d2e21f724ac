import { asc } from 'drizzle-orm';
import { receipts } from '#db/tables/receipts.ts';
import { makeReceipt, noteReceipt, numberReceipts } from '#domain/receipts/receipts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertOrder, noted, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import type { Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const RECEIPTS = 1_000;
const LIMIT_SECONDS = 60;
const LIMIT_BYTES = 60_000;
const NAMES = ['節目重溫計劃（250日）', '節目重溫計劃（365日）', '節目重溫計劃（每月）', '節目重溫計劃（每年）'];

/** From recording a payment to the file in the mail: numbering, mails and documents, all on one core. */
export async function receiptsBench(): Promise<Row[]> {
  const database = await startOwnDatabase(4);
  try {
    const { db } = database;
    const paidAt = new Date();
    for (let i = 0; i < RECEIPTS; i++) {
      const memberId = await insertMember(db, `member-${i}@member.example`, { surname: '陳', givenName: `大文${i}` });
      const orderId = await insertOrder(db, memberId);
      await db.transaction((tx) => noteReceipt(tx, noted(orderId, paidAt, NAMES[i % NAMES.length])));
    }
    const before = database.cpuMs();
    const given = await numberReceipts({ db, ...RECEIPT_LINKS }, paidAt);
    if (given !== RECEIPTS) throw new Error(`${given} receipts were numbered`);
    const numberedMs = database.cpuMs() - before;
    let largest = 0;
    for (const { id } of await db.select({ id: receipts.id }).from(receipts).orderBy(asc(receipts.id)))
      largest = Math.max(largest, (await makeReceipt(db, id)).length);
    const seconds = (database.cpuMs() - before) / 1000;
    return [
      {
        promise: `${RECEIPTS.toLocaleString('en')} receipts numbered, mailed and drawn, with the database's work`,
        figure: `${seconds.toFixed(1)} s of a core (numbers and mails: ${(numberedMs / 1000).toFixed(1)} s)`,
        limit: `${LIMIT_SECONDS} s or less`,
        holds: seconds <= LIMIT_SECONDS,
      },
      {
        promise: 'the largest of these receipts',
        figure: `${(largest / 1000).toFixed(1)} kB`,
        limit: `${LIMIT_BYTES / 1000} kB or less`,
        holds: largest <= LIMIT_BYTES,
      },
    ];
  } finally {
    await database.close();
  }
}
