import type { Tx } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { findAccountByEmail, lockOwnerAnd, reauthenticate } from '#domain/auth/auth.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { keptCents, type Fulfilment, type Order } from '#domain/payments/payments.ts';
import { endLease, listLeases } from '#domain/playback/playback.ts';
import { hold, releaseHeld } from '#domain/quotas/quotas.ts';
import type { Product } from '#domain/sales/sales.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { lineTotalCents } from '#shared/money.ts';
import {
  eventWords,
  mailHolder,
  ticketEndedMail,
  ticketGivenMail,
  ticketMail,
  ticketReceivedMail,
} from './events.mail.ts';
import { phaseAt, priceAt, saleAt, ticketsFor } from './events.rules.ts';
import type { EventServices } from './event-services.ts';
import { findEvent, type EventRow } from './events.store.ts';
import {
  countTickets,
  endTickets,
  insertTickets,
  lockTicket,
  lockTicketsOfOrder,
  setHolder,
  type TicketRow,
} from './tickets.store.ts';

type Site = Pick<EventServices, 'siteUrl'>;

const KIND = 'livestream';

async function eventOnSale(tx: Tx, id: number, now: Date): Promise<EventRow> {
  const event = await findEvent(tx, id);
  if (event === null || saleAt(event, phaseAt(event, now), now) !== 'on') throw new DomainError('productNotFound');
  return event;
}

/** The order's buyer. Only members buy tickets; an erased one gets none. */
function buyerOf({ memberId }: Pick<Order, 'memberId'>): number {
  if (memberId === null) throw new DomainError('userNotFound', 'the account of the buyer was erased');
  return memberId;
}

/** Ends leases beyond the remaining tickets at once: their grants are not renewed. */
async function stopWithout(tx: Tx, event: EventRow, memberId: number, now: Date): Promise<void> {
  const left = await countTickets(tx, event.id, memberId);
  const playing = (await listLeases(tx, memberId, now)).filter(({ streamId }) => streamId === event.streamId);
  for (const { id: leaseId } of playing.slice(left)) await endLease(tx, { memberId, leaseId, why: 'withdrawn', now });
}

/** Reverses tickets after a refund or chargeback. Members they were given to are notified. */
async function takeBack(
  tx: Tx,
  { siteUrl }: Site,
  order: Order,
  event: EventRow,
  tickets: readonly TicketRow[],
  now: Date,
) {
  await endTickets(
    tx,
    tickets.map(({ id }) => id),
    now,
  );
  for (const memberId of new Set(tickets.map((ticket) => ticket.memberId))) {
    await stopWithout(tx, event, memberId, now);
    if (memberId !== order.memberId)
      await mailHolder(tx, memberId, `${order.id}:${memberId}`, (to) =>
        ticketEndedMail(to, eventWords(event, siteUrl)),
      );
  }
}

/** A ticket as a product: sold by the queue, with a limit per member and in total. */
export const ticketProduct = (site: Site): Product<typeof KIND> => ({
  kind: KIND,
  forGuests: false,
  isQueued: true,
  async price(tx, buyer, lines, now) {
    const [line] = lines;
    if (line?.kind !== KIND || lines.length > 1)
      throw new DomainError('invalidParam', 'an order can contain tickets of one event only');
    if (buyer.kind !== 'member') throw new DomainError('notAuthenticated');
    const event = await eventOnSale(tx, line.id, now);
    const left = event.maxTickets - (await countTickets(tx, event.id, buyer.memberId));
    if (left <= 0) throw new DomainError('alreadyOwned', { most: event.maxTickets });
    if (line.quantity < 1 || line.quantity > left) throw new DomainError('invalidParam', { most: left });
    const { cents, isEarly } = priceAt(event, now);
    return [
      {
        productId: event.id,
        name: event.title,
        quantity: line.quantity,
        unitCents: cents,
        discountCents: 0,
        payload: { isEarly, startsOn: dayHkOf(event.startsAt) },
      },
    ];
  },
  async hold(tx, order, lines, until) {
    for (const { productId, quantity } of lines) {
      const event = await findEvent(tx, productId);
      if (event === null) throw new DomainError('productNotFound');
      await hold(tx, { quotaId: event.quotaId, orderId: order.id, quantity, until });
    }
  },
  /** Tickets for codes have their own allotment: as many as the batch has uses. */
  async redeem(tx, { memberId }, productId, now) {
    const event = await findEvent(tx, productId);
    const phase = event === null ? 'cancelled' : phaseAt(event, now);
    if (event === null || phase === 'cancelled' || phase === 'ended') throw new DomainError('productNotFound');
    if ((await countTickets(tx, event.id, memberId)) >= event.maxTickets) throw new DomainError('alreadyOwned');
    await insertTickets(tx, [{ eventId: event.id, memberId, source: 'code', createdAt: now }]);
    await mailHolder(tx, memberId, `code:${event.id}:${now.getTime()}`, (to) =>
      ticketMail(to, { ...eventWords(event, site.siteUrl), quantity: 1 }),
    );
    return { name: event.title, path: eventPaths.liveEvent(event.id, event.title) };
  },
  pathOf: (eventId) => (eventId === null ? eventPaths.all() : eventPaths.liveEvent(eventId)),
});

/**
 * Effects of buying tickets, in addition to those of every sale, which wrap them and sell what was held. An error here
 * refunds the money.
 */
export const ticketFulfilment = (site: Site): Fulfilment => ({
  async fulfil(tx, order, line, { now }) {
    const memberId = buyerOf(order);
    const event = await findEvent(tx, line.productId);
    if (event === null || event.state === 'cancelled')
      throw new DomainError('productNotFound', 'the event was cancelled');
    const tickets = Array.from({ length: line.quantity }, (_, i) => ({
      eventId: event.id,
      memberId,
      source: 'order' as const,
      orderId: order.id,
      numberInOrder: i + 1,
      createdAt: now,
    }));
    if ((await insertTickets(tx, tickets)) === 0) return;
    await mailHolder(tx, memberId, String(order.id), (to) =>
      ticketMail(to, { ...eventWords(event, site.siteUrl), quantity: line.quantity }),
    );
  },
  async reverse(tx, order, line, { cents, now }) {
    const event = await findEvent(tx, line.productId);
    if (event === null) return;
    const good = await lockTicketsOfOrder(tx, order.id, event.id);
    const paidCents = lineTotalCents(line);
    // Based on everything returned so far, so that refunds of two half tickets reverse one ticket.
    const returnedCents = Math.max(cents, paidCents - (await keptCents(tx, order.id)));
    const gone = ticketsFor(returnedCents, { quantity: line.quantity, paidCents });
    await takeBack(tx, site, order, event, good.slice(0, Math.max(0, gone - (line.quantity - good.length))), now);
    if (returnedCents < paidCents) return;
    // Tickets returned while still on sale are sold again.
    await releaseHeld(tx, order.id);
  },
  release: async () => {},
  /** Income is earned on the day of the event, or on the day of purchase if the event is over. */
  async earnedOver(_tx, order, { payload }) {
    const startsOn = typeof payload['startsOn'] === 'string' ? payload['startsOn'] : '';
    const paidOn = dayHkOf(order.paidAt ?? order.createdAt);
    return startsOn > paidOn ? { fromDay: startsOn, days: 1 } : null;
  },
  // The page of the event is the same for everyone, and could not say what became of a payment.
  pathOf: (result, { id }) => (result === 'success' ? eventPaths.myLive(id) : memberPaths.cancelPayment(id)),
});

/**
 * Gives a ticket away for good: once, before the doors, to a member with a verified address, after `reauthenticate`,
 * because it has a price and is not returned. Both are notified. Throws 6 if it is not the giver's; a conflict if it
 * was given before or the doors are open; 10002 if no member has the address.
 */
export async function giveTicket(
  { db, siteUrl }: Pick<EventServices, 'db' | 'siteUrl'>,
  actor: MemberActor,
  { ticketId, email, password }: { ticketId: number; email: string; password?: unknown },
  now: Date,
): Promise<void> {
  const { memberId } = actor;
  // First, so that only the member can learn who else is one.
  await reauthenticate({ db }, actor, { password, now });
  // The answer reveals whether somebody is a member.
  await demandAttempt(db, `give-ticket:${memberId}`, { ...EVENT_LIMITS.gifts, now });
  const emailKey = emailKeyOf(email);
  await db.transaction(async (tx) => {
    // Lock order: members before tickets, as on admission.
    const named = await findAccountByEmail(tx, emailKey);
    await lockOwnerAnd(tx, actor, named?.id ?? null);
    const ticket = await lockTicket(tx, ticketId);
    if (ticket?.memberId !== memberId || ticket.endedAt !== null) throw new DomainError('dataNotFound');
    if (ticket.givenAt !== null) throw new DomainError('conflict', 'the ticket was already given to somebody else');
    const event = await findEvent(tx, ticket.eventId);
    if (event === null || phaseAt(event, now) !== 'before')
      throw new DomainError('conflict', 'tickets cannot be given after the doors have opened');
    // Re-read under lock: a receiver who has left or changed address gets nothing.
    const receiver = await findAccountByEmail(tx, emailKey);
    if (receiver?.id !== named?.id || receiver?.state !== 'active' || receiver.emailVerifiedAt === null)
      throw new DomainError('userNotFound');
    if (receiver.id === memberId) throw new DomainError('invalidParam', 'the ticket already belongs to this member');
    await setHolder(tx, ticket.id, { memberId: receiver.id, giverMemberId: memberId, givenAt: now });
    const words = eventWords(event, siteUrl);
    await mailHolder(tx, memberId, `given:${ticket.id}`, (to) => ticketGivenMail(to, { ...words, email }));
    await mailHolder(tx, receiver.id, `received:${ticket.id}`, (to) => ticketReceivedMail(to, words));
  });
}
