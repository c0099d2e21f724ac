// A worker that numbers receipts, in a separate process that tests kill. Uses DATABASE_URL.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { numberReceipts } from '#domain/receipts/receipts.ts';
import { RECEIPT_LINKS } from './receipts.ts';

const { DATABASE_URL: url = '' } = process.env;
const { db } = openDatabase(url);
process.stdout.write('ready\n');
for (;;) if ((await numberReceipts({ db, ...RECEIPT_LINKS }, new Date())) === 0) await sleep(5);
