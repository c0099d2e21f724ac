import { workDone, type Fulfilment, type Order } from '#domain/payments/payments.ts';
import { daysOfCents, lastDayOf, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { addTime, findTimeOfOrder, takeTimeBack } from '#domain/subscriptions/plan-times.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { cancelledMail, grantedMail } from './offline-applications.mail.ts';
import { APPLICATION, isPending } from './offline-applications.rules.ts';
import { lockApplicationOfOrder, updateApplication } from './offline-applications.store.ts';
import { OVERDUE } from './offline-services.ts';

const daysIn = (line: Order['lines'][number]): number => Number(line.payload['days']) * line.quantity;
const daysOf = (order: Order): number => order.lines.reduce((sum, line) => sum + daysIn(line), 0);

/** Both lines of an order grant one period: the first grants it, the second finds it granted. */
export const OFFLINE_FULFILMENT: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if (order.memberId === null) throw new DomainError('userNotFound', 'the account of the buyer was erased');
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
