import { recordAudit, type Hand, type Subject } from '#domain/audit/audit.ts';
import {
  openWork,
  orderStory,
  recordFacts,
  startAttempt,
  workDone,
  type Order,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { OfflineMethod } from '#shared/payment-enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { receiptMissingMail, refusedMail } from './offline-applications.mail.ts';
import { APPLICATION, GIVEN_UP_AFTER_DAYS, isPending, REMINDED_AFTER_DAYS } from './offline-applications.rules.ts';
import {
  findNamedReceipts,
  findOverdue,
  findWithoutReceipt,
  lockApplication,
  updateApplication,
} from './offline-applications.store.ts';
import { endOrder, OVERDUE, type OfflineServices } from './offline-services.ts';
import { missingHolidays } from './working-days.rules.ts';

// Decisions of staff, and what the clock does without them.

const AT_ONCE = 200;
const DAY_MS = 86_400_000;

/**
 * Staff confirm receipt of the money: recorded as a manual fact that pays the order as a provider's would. Safe to
 * repeat after an interruption; the money counts once.
 */
export async function approveOffline(
  services: Pick<OfflineServices, 'db' | 'payments'>,
  hand: Hand,
  { id, cents, receivedAt }: { id: number; cents: number; receivedAt: Date },
  now: Date,
): Promise<void> {
  const { db, payments } = services;
  const { order, method, memberId } = await db.transaction(async (tx) => {
    const found = await lockApplication(tx, id);
    if (!found) throw new DomainError('dataNotFound', `application ${id} does not exist`);
    if (!isPending(found.state) || found.memberId === null) throw refused('application-decided');
    const after = { application: id, cents };
    const subject: Subject = ['order', found.orderId];
    await recordAudit(tx, hand, { action: 'offline-applications.approve', subject, after }, now);
    await updateApplication(tx, id, { decidedBy: hand.who.trim(), decidedWhy: hand.why.trim() });
    return {
      ...(await orderStory(tx, found.orderId)),
      method: found.paymentMethod === OfflineMethod.cheque ? ('cheque' as const) : ('deposit' as const),
      memberId: found.memberId,
    };
  });
  const attempt = await offlineAttempt(payments, { order, method, memberId });
  await recordFacts(payments, [
    {
      gateway: 'offline',
      attempt,
      gatewayTxn: `application:${id}`,
      kind: 'paid',
      cents,
      currency: 'HKD',
      at: receivedAt,
      detail: { method, application: id },
      source: 'hand',
    },
  ]);
}

/** The attempt of the application, or a new one if it was never written. */
async function offlineAttempt(
  payments: PaymentServices,
  { order, method, memberId }: { order: Order; method: 'cheque' | 'deposit'; memberId: number },
): Promise<string> {
  const { steps } = await orderStory(payments.db, order.id);
  const begun = steps.find(({ what, detail }) => what === 'attempt' && detail['gateway'] === 'offline');
  if (typeof begun?.detail['number'] === 'string') return begun.detail['number'];
  const actor: MemberActor = {
    kind: 'member',
    memberId,
    sessionId: 0,
    isEmailVerified: true,
    isSubscriber: false,
    isLeaving: false,
  };
  const { attempt } = await startAttempt(payments, actor, {
    orderId: order.id,
    gateway: 'offline',
    method,
    remoteIp: null,
  });
  return attempt.number;
}

/** Staff reject an application; the member is told why. */
export async function refuseOffline(
  services: Pick<OfflineServices, 'db' | 'payments' | 'siteUrl'>,
  hand: Hand,
  { id, said }: { id: number; said: string },
  now: Date,
): Promise<void> {
  const orderId = await services.db.transaction(async (tx) => {
    const found = await lockApplication(tx, id);
    if (!found) throw new DomainError('dataNotFound', `application ${id} does not exist`);
    if (!isPending(found.state)) throw refused('application-decided');
    const { order } = await orderStory(tx, found.orderId);
    const after = { application: id };
    await recordAudit(tx, hand, { action: 'offline-applications.refuse', subject: ['order', order.id], after }, now);
    await updateApplication(tx, id, {
      state: APPLICATION.rejected,
      decidedAt: now,
      decidedBy: hand.who.trim(),
      decidedWhy: said,
    });
    await workDone(tx, OVERDUE, `application ${id}`, 'refused', now);
    const url = services.siteUrl + memberPaths.offlineSubscription();
    await mailMember(tx, found.memberId, String(id), (to) =>
      refusedMail(to, { id, cents: order.totalCents, why: said, url }),
    );
    return order.id;
  });
  await endOrder(services, orderId);
}

/**
 * Daily: removes pictures without an application, because its member was erased or it was never written. Recent ones
 * are kept, as their application may be in progress.
 */
export async function forgetReceipts({ db, files }: Pick<OfflineServices, 'db' | 'files'>, now: Date): Promise<number> {
  let removed = 0;
  const look = async (names: string[]) => {
    const named = names.length > 0 ? await findNamedReceipts(db, names) : new Set();
    for (const name of names) {
      if (named.has(name)) continue;
      await files.remove(name);
      removed += 1;
    }
  };
  let names: string[] = [];
  for await (const name of files.list(new Date(now.getTime() - DAY_MS))) {
    names.push(name);
    if (names.length < AT_ONCE) continue;
    await look(names);
    names = [];
  }
  await look(names);
  return removed;
}

/** Daily: reminds of missing pictures, cancels applications that never got one, and raises due ones as work items. */
export async function sweepOffline(
  services: Pick<OfflineServices, 'db' | 'payments' | 'siteUrl'>,
  now: Date,
): Promise<void> {
  const { db, siteUrl } = services;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const { orderId } of await findWithoutReceipt(db, {
    before: ago(GIVEN_UP_AFTER_DAYS),
    isReminded: true,
    limit: AT_ONCE,
  }))
    await endOrder(services, orderId);
  for (const { id, orderId, memberId } of await findWithoutReceipt(db, {
    before: ago(REMINDED_AFTER_DAYS),
    isReminded: false,
    limit: AT_ONCE,
  }))
    await db.transaction(async (tx) => {
      const { order } = await orderStory(tx, orderId);
      const url = siteUrl + memberPaths.offlineSubscription();
      await updateApplication(tx, id, { remindedAt: now });
      await mailMember(tx, memberId, String(id), (to) => receiptMissingMail(to, { id, cents: order.totalCents, url }));
    });
  for (const { id, orderId, dueOn } of await findOverdue(db, dayHkOf(now), AT_ONCE))
    await db.transaction((tx) =>
      openWork(tx, { kind: OVERDUE, subject: `application ${id}`, orderId, detail: { dueOn }, now }),
    );
  const year = missingHolidays(now);
  if (year !== null) await db.transaction((tx) => openWork(tx, { kind: 'holidays_missing', subject: year, now }));
}
