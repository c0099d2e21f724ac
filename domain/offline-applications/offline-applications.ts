import type { Db, Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { lettered, type MemberMail } from '#domain/mail/member-letter.ts';
import {
  audit,
  cancelUnpaid,
  lockAccount,
  openOrder,
  openWork,
  orderStory,
  recordFacts,
  startAttempt,
  workDone,
  type Fulfilment,
  type Hand,
  type Order,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import {
  addTime,
  findTimeOfOrder,
  listPlans,
  standingOf,
  takeTimeBack,
  type Plan,
} from '#domain/subscriptions/subscriptions.ts';
import { daysOfCents, lastDayOf, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { addWorkingDays } from '#domain/subscriptions/working-days.rules.ts';
import { isEligible } from '#domain/promotions/promotions.rules.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/member-paths.ts';
import type { PictureDecoder } from '#shared/picture-decoder.ts';
import { cancelledMail, grantedMail, receiptMissingMail, receivedMail, refusedMail, type About } from './offline-applications.mail.ts';
import {
  APPLICATION,
  EXTRA_CENTS,
  EXTRA_DAYS,
  GIVEN_UP_AFTER_DAYS,
  isPending,
  MAX_EXTRA,
  MAX_PLANS,
  OFFLINE_FORM,
  PAYMENT_METHODS,
  REMINDED_AFTER_DAYS,
  WORKING_DAYS,
} from './offline-applications.rules.ts';
import {
  findApplication,
  findApplications,
  findOverdue,
  findPending,
  findWithoutReceipt,
  hasSameReceipt,
  insertApplication,
  lockApplication,
  lockApplicationOfOrder,
  updateApplication,
  type Application,
} from './offline-applications.store.ts';

// The door: plans that are paid by cheque or deposit, and granted by a person.

export type { Application } from './offline-applications.store.ts';

const AT_ONCE = 200;
const DAY_MS = 86_400_000;
/** An order of somebody who brings a cheque to the bank. */
const ORDER_WAITS_MS = 65 * DAY_MS;
const KIND = 'offline_subscription';

export interface OfflineServices {
  db: Db;
  siteUrl: string;
  payments: PaymentServices;
  files: FileStorage;
  pictures: PictureDecoder;
}

async function mailMember(tx: Tx, memberId: number | null, key: string, mailOf: (to: About) => MemberMail) {
  const account = memberId === null ? null : await findAccount(tx, memberId);
  if (!account?.email) return;
  await queueMail(tx, lettered({ ...mailOf({ key, recipient: account.email, name: account.displayName }), memberId }));
}

async function planOnSale(db: Db, memberId: number, now: Date): Promise<Plan> {
  const standing = await standingOf(db, memberId, now);
  const plan = (await listPlans({ db, now })).find(
    ({ kind, eligible }) => kind === 'offline' && isEligible(eligible, standing),
  );
  if (!plan) throw new DomainError('planNotFound');
  return plan;
}

/** What the page says of prices; where cheques go is configuration. */
export async function offlinePrices({ db, now }: { db: Db; now: Date }) {
  const plan = (await listPlans({ db, now })).find(({ kind }) => kind === 'offline');
  if (!plan) throw new DomainError('planNotFound');
  return {
    planName: plan.name,
    planCents: plan.priceCents,
    maxPlans: MAX_PLANS,
    extraCents: EXTRA_CENTS,
    maxExtra: MAX_EXTRA,
  };
}

/** Keeps the picture of a receipt without place and camera, under the name of its bytes. */
async function keepReceipt({ files, pictures }: OfflineServices, given: Uint8Array): Promise<string> {
  const remade = await pictures.remake(given);
  if (remade === null) throw new FormError([{ field: 'receipt', code: 'picture' }]);
  return files.put(remade);
}

/** The same picture as with another application may be the same money: a person looks. */
async function tellSameReceipt(tx: Tx, id: number, orderId: number, sha256: string, now: Date): Promise<void> {
  if (await hasSameReceipt(tx, Buffer.from(sha256, 'hex'), id))
    await openWork(tx, { kind: 'same_receipt', subject: `application ${id}`, orderId, now });
}

function linesOf(plan: Plan, plans365: number, extra30days: number) {
  const line = (lineNo: number, name: string, quantity: number, unitCents: number, days: number) => ({
    lineNo,
    kind: KIND,
    productId: plan.id,
    name,
    quantity,
    unitCents,
    discountCents: 0,
    payload: { days },
  });
  return [
    ...(plans365 > 0 ? [line(1, plan.name, plans365, plan.priceCents, plan.days)] : []),
    ...(extra30days > 0 ? [line(2, `${plan.name}（加${EXTRA_DAYS}日）`, extra30days, EXTRA_CENTS, EXTRA_DAYS)] : []),
  ];
}

/**
 * Takes an application: its order, and the picture of a receipt if there is one. One at a time (23001). Throws FormError for
 * faults by field, 20008 where no such plan is offered.
 */
export async function applyOffline(
  services: OfflineServices,
  actor: MemberActor,
  given: Given,
  now: Date,
): Promise<{ id: number }> {
  const { db, payments, siteUrl } = services;
  const { memberId } = actor;
  const { plans365, extra30days, payment_method: paymentMethod, receipt } = readForm(OFFLINE_FORM, given, now);
  if (plans365 + extra30days === 0) throw new FormError([{ field: 'plans365', code: 'choice' }]);
  // Durable before the row that names it.
  const sha256 = receipt instanceof Uint8Array ? await keepReceipt(services, receipt) : null;
  const { id, order } = await db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    if ((await findApplications(tx, memberId, AT_ONCE)).some(({ state }) => isPending(state)))
      throw new DomainError('offlinePending');
    const plan = await planOnSale(tx, memberId, now);
    // Days alone are added to a plan that there is.
    if (plans365 === 0 && (await standingOf(tx, memberId, now)) !== 'current')
      throw new FormError([{ field: 'plans365', code: 'choice' }]);
    const made = await openOrder(
      tx,
      {
        memberId,
        kind: KIND,
        lines: linesOf(plan, plans365, extra30days),
        isAutopay: false,
        expiresAt: new Date(now.getTime() + ORDER_WAITS_MS),
        now,
      },
      payments,
    );
    const dueOn = addWorkingDays(dayHkOf(now), WORKING_DAYS);
    const applicationId = await insertApplication(tx, {
      memberId,
      orderId: made.id,
      paymentMethod,
      state: sha256 === null ? APPLICATION.pending : APPLICATION.forApproval,
      plans365,
      extra30days,
      receipt: sha256,
      receiptSha256: sha256 === null ? null : Buffer.from(sha256, 'hex'),
      dueOn,
      createdAt: now,
    });
    if (sha256 !== null) await tellSameReceipt(tx, applicationId, made.id, sha256, now);
    const url = siteUrl + memberPaths.offlineSubscription();
    await mailMember(tx, memberId, String(applicationId), (to) =>
      receivedMail(to, { id: applicationId, cents: made.totalCents, dueOn, hasReceipt: sha256 !== null, url }),
    );
    return { id: applicationId, order: made };
  });
  await startAttempt(payments, actor, {
    orderId: order.id,
    gateway: 'offline',
    method: paymentMethod === PAYMENT_METHODS.cheque ? 'cheque' : 'deposit',
  });
  return { id };
}

/** The picture that was missing. */
export async function addReceipt(
  services: OfflineServices,
  { memberId }: MemberActor,
  { id, receipt: given }: { id: number; receipt: unknown },
  now: Date,
): Promise<void> {
  const { receipt } = readForm({ receipt: OFFLINE_FORM.receipt }, { receipt: given }, now);
  if (!(receipt instanceof Uint8Array)) throw new FormError([{ field: 'receipt', code: 'required' }]);
  const sha256 = await keepReceipt(services, receipt);
  await services.db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const found = await lockApplication(tx, id);
    // Somebody else's is not there, as far as they can tell.
    if (found?.memberId !== memberId) throw new DomainError('dataNotFound');
    if (found.state !== APPLICATION.pending) throw new DomainError('conflict');
    const receiptSha256 = Buffer.from(sha256, 'hex');
    await updateApplication(tx, id, { state: APPLICATION.forApproval, receipt: sha256, receiptSha256 });
    await tellSameReceipt(tx, id, found.orderId, sha256, now);
  });
}

export interface ShownApplication extends Pick<
  Application,
  'id' | 'state' | 'paymentMethod' | 'plans365' | 'extra30days' | 'createdAt' | 'dueOn' | 'decidedAt' | 'decidedWhy'
> {
  totalCents: number;
  hasReceipt: boolean;
}

export async function listOfflineApplications(db: Db, memberId: number, limit: number): Promise<ShownApplication[]> {
  const rows = await findApplications(db, memberId, limit);
  return Promise.all(
    rows.map(async ({ receipt, decidedBy: _by, receiptSha256: _hash, remindedAt: _at, memberId: _id, orderId, ...shown }) => ({
      ...shown,
      totalCents: (await orderStory(db, orderId)).order.totalCents,
      hasReceipt: receipt !== null,
    })),
  );
}

export const listPendingApplications = (db: Db): Promise<Application[]> => findPending(db, AT_ONCE);

/** Ends the order of an application; the application follows it. */
async function endOrder({ payments }: Pick<OfflineServices, 'payments'>, orderId: number): Promise<void> {
  await cancelUnpaid(payments, (await orderStory(payments.db, orderId)).order);
}

export async function cancelOffline(services: OfflineServices, { memberId }: MemberActor, id: number): Promise<void> {
  const found = await findApplication(services.db, id);
  if (found?.memberId !== memberId) throw new DomainError('dataNotFound');
  if (!isPending(found.state)) throw new DomainError('conflict');
  await endOrder(services, found.orderId);
}

/**
 * A person has the money: it is a fact by hand, and the order is paid by it as by any provider. Stopped halfway it is done
 * again; the money is counted once.
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
    if (!found) throw new DomainError('dataNotFound', `there is no application ${id}`);
    if (!isPending(found.state) || found.memberId === null) throw new DomainError('conflict', 'it was decided');
    await audit(tx, hand, 'approve offline application', { id, cents }, found.orderId, now);
    await updateApplication(tx, id, { decidedBy: hand.who.trim(), decidedWhy: hand.why.trim() });
    return {
      ...(await orderStory(tx, found.orderId)),
      method: found.paymentMethod === PAYMENT_METHODS.cheque ? ('cheque' as const) : ('deposit' as const),
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

/** The attempt that the application began, or another where that was never written. */
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
  const { attempt } = await startAttempt(payments, actor, { orderId: order.id, gateway: 'offline', method });
  return attempt.number;
}

/** A person says no: its member is told why. */
export async function refuseOffline(
  services: Pick<OfflineServices, 'db' | 'payments' | 'siteUrl'>,
  hand: Hand,
  { id, said }: { id: number; said: string },
  now: Date,
): Promise<void> {
  const orderId = await services.db.transaction(async (tx) => {
    const found = await lockApplication(tx, id);
    if (!found) throw new DomainError('dataNotFound', `there is no application ${id}`);
    if (!isPending(found.state)) throw new DomainError('conflict', 'it was decided');
    const { order } = await orderStory(tx, found.orderId);
    await audit(tx, hand, 'refuse offline application', { id, said }, order.id, now);
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

const OVERDUE = 'offline_overdue';

/** Once a day: reminds of pictures that are missing, gives up what never got one, and has staff told of what is due. */
export async function sweepOffline(services: Pick<OfflineServices, 'db' | 'payments' | 'siteUrl'>, now: Date): Promise<void> {
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
}

const daysIn = (line: Order['lines'][number]): number => Number(line.payload['days']) * line.quantity;
const daysOf = (order: Order): number => order.lines.reduce((sum, line) => sum + daysIn(line), 0);

/** Both lines of an order are one time: what the first gives the second finds given. */
export const OFFLINE_FULFILMENT: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if (order.memberId === null) throw new DomainError('userNotFound', 'the buyer was erased');
    if ((await findTimeOfOrder(tx, order.id)) !== null) return;
    const time = await addTime(tx, {
      memberId: order.memberId,
      planId: line.productId,
      source: 'offline',
      orderId: order.id,
      length: { days: daysOf(order) },
      now,
    });
    const application = await lockApplicationOfOrder(tx, order.id);
    if (application === null) return;
    await updateApplication(tx, application.id, { state: APPLICATION.granted, decidedAt: now });
    await workDone(tx, OVERDUE, `application ${application.id}`, 'granted', now);
    await mailMember(tx, order.memberId, String(application.id), (to) =>
      grantedMail(to, {
        id: application.id,
        cents: order.totalCents,
        first: dayHkOf(time.startsAt),
        last: lastDayOf(time.endsAt),
      }),
    );
  },
  async reverse(tx, order, line, { cents, now }) {
    const paid = line.quantity * line.unitCents;
    const time = await findTimeOfOrder(tx, order.id);
    if (time === null) return;
    const days = daysOfCents(daysIn(line), paid, cents);
    await takeTimeBack(tx, { orderId: order.id, days: days >= wholeDays(time) ? 'all' : days, now });
  },
  async release(tx, order, _line, { now }) {
    const application = await lockApplicationOfOrder(tx, order.id);
    if (application === null || !isPending(application.state)) return;
    const { id, memberId } = application;
    await updateApplication(tx, id, { state: APPLICATION.cancelled, decidedAt: now });
    await workDone(tx, OVERDUE, `application ${id}`, 'cancelled', now);
    await mailMember(tx, memberId, String(id), (to) => cancelledMail(to, { id, cents: order.totalCents }));
  },
  async earnedOver(tx, order, line) {
    const time = await findTimeOfOrder(tx, order.id);
    if (time === null) return null;
    const before = order.lines.filter(({ lineNo }) => lineNo < line.lineNo).reduce((sum, one) => sum + daysIn(one), 0);
    return { fromDay: addDaysHk(dayHkOf(time.startsAt), before), days: daysIn(line) };
  },
  pathOf: (result) => memberPaths.offlineSubscriptionResult(result),
};
