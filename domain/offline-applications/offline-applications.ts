import type { Readable } from 'node:stream';
import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import { lockAccount, openOrder, openWork, orderStory, startAttempt } from '#domain/payments/payments.ts';
import { isEligible } from '#domain/promotions/promotions.rules.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { standingOf } from '#domain/subscriptions/plan-times.ts';
import { listPlans, type Plan } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { DomainError } from '#shared/domain-error.ts';
import { OfflineMethod } from '#shared/payment-enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { receivedMail } from './offline-applications.mail.ts';
import {
  APPLICATION,
  EXTRA_CENTS,
  EXTRA_DAYS,
  isPending,
  MAX_EXTRA,
  MAX_PLANS,
  OFFLINE_FORM,
  OFFLINE_KIND,
  WORKING_DAYS,
} from './offline-applications.rules.ts';
import {
  findApplication,
  findApplications,
  findPending,
  hasSameReceipt,
  insertApplication,
  lockApplication,
  updateApplication,
  type Application,
} from './offline-applications.store.ts';
import { extraDaysName } from './offline-applications.words.ts';
import { endOrder, type OfflineServices } from './offline-services.ts';
import { addWorkingDays } from './working-days.rules.ts';

// The door: plans paid by cheque or deposit and approved by staff.

export { approveOffline, forgetReceipts, sweepOffline } from './deciding.ts';
export { OFFLINE_FULFILMENT } from './offline-fulfilment.ts';
export type { Application } from './offline-applications.store.ts';
export type { OfflinePayee, OfflineServices } from './offline-services.ts';

const AT_ONCE = 200;
const DAY_MS = 86_400_000;
/** Leaves time to bring a cheque to the bank. */
const OFFLINE_ORDER_WAITS_MS = 65 * DAY_MS;

async function planOnSale(db: Db, memberId: number, now: Date): Promise<Plan> {
  const standing = await standingOf(db, memberId, now);
  const plan = (await listPlans({ db, now })).find(
    ({ kind, eligible }) => kind === 'offline' && isEligible(eligible, standing),
  );
  if (!plan) throw new DomainError('planNotFound');
  return plan;
}

/** Prices for the page; where to send cheques is configuration. */
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

/** Stores a receipt picture without location and camera data, named by its hash. */
async function keepReceipt({ files, pictures }: OfflineServices, given: Uint8Array): Promise<string> {
  const remade = await pictures.remake(given);
  if (remade === null) throw new FormError([{ field: 'receipt', code: 'picture' }]);
  return files.put(remade);
}

/** The same picture on another application may be the same payment: opens a work item. */
async function tellSameReceipt(tx: Tx, id: number, orderId: number, sha256: string, now: Date): Promise<void> {
  if (await hasSameReceipt(tx, Buffer.from(sha256, 'hex'), id))
    await openWork(tx, { kind: 'same_receipt', subject: `application ${id}`, orderId, now });
}

function linesOf(plan: Plan, plans365: number, extra30days: number) {
  const line = (lineNo: number, name: string, quantity: number, unitCents: number, days: number) => ({
    lineNo,
    kind: OFFLINE_KIND,
    productId: plan.id,
    name,
    quantity,
    unitCents,
    discountCents: 0,
    payload: { days },
  });
  return [
    ...(plans365 > 0 ? [line(1, plan.name, plans365, plan.priceCents, plan.days)] : []),
    ...(extra30days > 0 ? [line(2, extraDaysName(plan.name, EXTRA_DAYS), extra30days, EXTRA_CENTS, EXTRA_DAYS)] : []),
  ];
}

/**
 * Creates an application with its order and, if given, its receipt picture. One at a time (23001). Throws FormError for
 * field errors, 20008 if no such plan is on sale.
 */
export async function applyOffline(
  services: OfflineServices,
  actor: MemberActor,
  given: Given,
  now: Date,
): Promise<{ id: number }> {
  const { db, payments, siteUrl } = services;
  const { memberId } = actor;
  await demandOn({ db, now }, 'pay.offline');
  const { plans365, extra30days, payment_method: paymentMethod, receipt } = readForm(OFFLINE_FORM, given, now);
  if (plans365 + extra30days === 0) throw new FormError([{ field: 'plans365', code: 'choice' }]);
  // Durable before the row that refers to it.
  const sha256 = receipt instanceof Uint8Array ? await keepReceipt(services, receipt) : null;
  const { id, order } = await db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    if (await hasPendingApplication(tx, memberId)) throw new DomainError('offlinePending');
    const plan = await planOnSale(tx, memberId, now);
    // Extra days need an existing plan.
    if (plans365 === 0 && (await standingOf(tx, memberId, now)) !== 'current')
      throw new FormError([{ field: 'plans365', code: 'choice' }]);
    const made = await openOrder(
      tx,
      {
        memberId,
        kind: OFFLINE_KIND,
        lines: linesOf(plan, plans365, extra30days),
        isAutopay: false,
        expiresAt: new Date(now.getTime() + OFFLINE_ORDER_WAITS_MS),
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
    method: paymentMethod === OfflineMethod.cheque ? 'cheque' : 'deposit',
    remoteIp: null,
  });
  return { id };
}

/** Adds the missing picture. */
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
    // Another member's application is reported as missing.
    if (found?.memberId !== memberId) throw new DomainError('dataNotFound');
    if (found.state !== APPLICATION.pending) throw new DomainError('conflict');
    const receiptSha256 = Buffer.from(sha256, 'hex');
    await updateApplication(tx, id, { state: APPLICATION.forApproval, receipt: sha256, receiptSha256 });
    await tellSameReceipt(tx, id, found.orderId, sha256, now);
  });
}

/** Whether a member has an application waiting for a picture or for staff (23001). */
export const hasPendingApplication = async (db: Db, memberId: number): Promise<boolean> =>
  (await findApplications(db, memberId, AT_ONCE)).some(({ state }) => isPending(state));

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
    rows.map(
      async ({ receipt, decidedBy: _by, receiptSha256: _hash, remindedAt: _at, memberId: _id, orderId, ...shown }) => ({
        ...shown,
        totalCents: (await orderStory(db, orderId)).order.totalCents,
        hasReceipt: receipt !== null,
      }),
    ),
  );
}

/** Applications that wait for a picture or for staff, with their price; earliest due first. */
export const listPendingApplications = async (db: Db): Promise<(Application & { totalCents: number })[]> =>
  Promise.all(
    (await findPending(db, AT_ONCE)).map(async (found) => ({
      ...found,
      totalCents: (await orderStory(db, found.orderId)).order.totalCents,
    })),
  );

/** The picture of a slip or cheque, for staff: a read of personal data, which is recorded. */
export async function openReceipt(
  { db, files }: Pick<OfflineServices, 'db' | 'files'>,
  hand: Hand,
  id: number,
  now: Date,
): Promise<Readable> {
  const found = await findApplication(db, id);
  const picture = found?.receipt ? await files.stream(found.receipt) : undefined;
  if (!found || !picture) throw new DomainError('dataNotFound');
  const entry = {
    action: 'offline-applications.see-receipt',
    subject: ['order', found.orderId],
    after: { application: id },
  } as const;
  await db.transaction((tx) => recordAudit(tx, hand, entry, now));
  return picture;
}

export async function cancelOffline(services: OfflineServices, { memberId }: MemberActor, id: number): Promise<void> {
  const found = await findApplication(services.db, id);
  if (found?.memberId !== memberId) throw new DomainError('dataNotFound');
  if (!isPending(found.state)) throw new DomainError('conflict');
  await endOrder(services, found.orderId);
}
