// Refunds the orders of a cancelled event in a separate process: the rows of the job, then what is sent to providers. Uses
// DATABASE_URL, NOW and JOB; it kills itself at step KILL_AT, where each commit, and each moment before a provider refunds and
// before it answers, is a step. 0: it is not killed.
import { openDatabase } from '#db/database.ts';
import { runJob } from '#domain/actions/staff-jobs.ts';
import { eventActions } from '#domain/events/events.actions.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { sendDueRefunds } from '#domain/payments/payments.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { countSteps } from '#tests/factories/kill-steps.ts';
import { openRefundBook } from './refund-book.ts';

const { DATABASE_URL: url = '', NOW = '', JOB = '', KILL_AT = '' } = process.env;

const { db: plain } = openDatabase(url);
const { step, count, steppedDb } = countSteps(Number(KILL_AT));
const db = steppedDb(plain);
const { services } = await openRefundBook(db, url, { now: new Date(NOW), onCall: step });
const actions = [...eventActions(), ...orderActions(services, { refundLimit: Number.MAX_SAFE_INTEGER })];
const onFault = (error: unknown) => {
  throw error;
};
await runJob({ db, clock: services.clock, actions, findActor: findActiveStaff, onFault }, Number(JOB));
while ((await sendDueRefunds(services)) > 0);
process.stdout.write(`done ${count()}\n`);
process.exit(0);
