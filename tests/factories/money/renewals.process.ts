// A batch of renewals in a separate process. Uses DATABASE_URL and NOW; at KILL_AT it kills itself (`in-3`: before its
// third transaction commits, `after-3`: after it; `bank-in`, `bank-after`: before the bank takes the money, and before
// it answers).
import { flushCompileCache } from 'node:module';
import { openDatabase, type Db } from '#db/database.ts';
import { renewDue } from '#domain/renewals/renewals.ts';
import { openBankBook } from './bank-book.ts';
import { openShop } from './plan-shop.ts';

const { DATABASE_URL: url = '', NOW = '', KILL_AT = '' } = process.env;

async function dieAt(point: string): Promise<void> {
  if (point !== KILL_AT) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

let nth = 0;
const { db: plain } = openDatabase(url);
/** The database, except that the process dies at a given transaction. */
const db = new Proxy(plain, {
  get(target, name) {
    if (name !== 'transaction') return Reflect.get(target, name) as unknown;
    const transaction: Db['transaction'] = async (work, options) => {
      const number = ++nth;
      const done = await target.transaction(async (tx) => {
        const value = await work(tx);
        await dieAt(`in-${number}`);
        return value;
      }, options);
      await dieAt(`after-${number}`);
      return done;
    };
    return transaction;
  },
});
const book = await openBankBook(url);
const shop = openShop(db, new Date(NOW), {
  get: (number) => book.get(number),
  set: async (number, cents) => {
    await dieAt('bank-in');
    await book.set(number, cents);
    await dieAt('bank-after');
  },
});
process.stdout.write('ready\n');
// For the process that follows this one, which is killed.
flushCompileCache();
await renewDue(shop.services, shop.now);
const { user, system } = process.cpuUsage();
process.stdout.write(`done ${nth} ${Math.round((user + system) / 1000)}\n`);
process.exit(0);
