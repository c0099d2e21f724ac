// Refunds the orders of a cancelled event in a separate process: the rows of the job, then what is sent to providers. Uses
// DATABASE_URL, NOW and JOB; it kills itself at step KILL_AT, where each commit, and each moment before a provider refunds and
// before it answers, is a step. 0: it is not killed.
import { openDatabase, type Db } from '#db/database.ts';
import { runJob } from '#domain/actions/staff-jobs.ts';
import { eventActions } from '#domain/events/events.actions.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { sendDueRefunds } from '#domain/payments/payments.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { openRefundBook } from './refund-book.ts';

const { DATABASE_URL: url = '', NOW = '', JOB = '', KILL_AT = '' } = process.env;

let steps = 0;
async function step(): Promise<void> {
  if (++steps !== Number(KILL_AT)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

const { db: plain } = openDatabase(url);
/** The database, except that each commit is a step. */
const db = new Proxy(plain, {
  get(target, name) {
    if (name !== 'transaction') return Reflect.get(target, name) as unknown;
    const transaction: Db['transaction'] = async (work, options) => {
      const done = await target.transaction(work, options);
      await step();
      return done;
    };
    return transaction;
  },
});
const { services } = await openRefundBook(db, url, { now: new Date(NOW), onCall: step });
const actions = [...eventActions(), ...orderActions(services, { refundLimit: Number.MAX_SAFE_INTEGER })];
const onFault = (error: unknown) => {
  throw error;
};
await runJob({ db, clock: services.clock, actions, findActor: findActiveStaff, onFault }, Number(JOB));
while ((await sendDueRefunds(services)) > 0);
process.stdout.write(`done ${steps}\n`);
process.exit(0);
