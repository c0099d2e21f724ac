import { createSecretKey, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { eventMessages, eventReminders, events, eventSetItems, eventTickets } from '#db/tables/events.ts';
import { mediaKeeps, mediaStreams } from '#db/tables/media.ts';
import { members } from '#db/tables/members.ts';
import { orderLines, orders } from '#db/tables/payments.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { quotaHolds, quotas } from '#db/tables/quotas.ts';
import { waitingRoomEntries, waitingQueues } from '#db/tables/waiting-room.ts';
import { createEntrance } from '#domain/events/entrance.ts';
import type { EventServices } from '#domain/events/events.ts';
import type { NewEvent } from '#domain/events/events.schema.ts';
import { makeEvent } from '#domain/events/making.ts';
import type { Order } from '#domain/payments/payments.ts';
import { startLeasesWithin, type LeaseRequest } from '#domain/playback/playback.ts';
import { startLease } from '#domain/playback/leases.ts';
import { createWaitingRoom } from '#domain/waiting-room/waiting-room.ts';
import { emptyAudit } from '#tests/factories/audit.ts';

/** Doors at 19:30, start at 20:00, planned end at 22:30. */
const EVENING = new Date('2026-12-05T20:00:00+08:00');
const MINUTE_MS = 60_000;
/** Minutes after the start. */
export const inMinutes = (minutes: number): Date => new Date(EVENING.getTime() + minutes * MINUTE_MS);

const EVENT: NewEvent = {
  title: '海旁一號台',
  lead: '三隊單位、一個碼頭。',
  description: '',
  venue: '中環一號碼頭',
  keyart: 'harbour',
  features: '',
  doorsAt: inMinutes(-30),
  startsAt: EVENING,
  endsAt: inMinutes(150),
  replayUntil: inMinutes(3 * 24 * 60),
  testSeconds: 0,
  priceCents: 15_800,
  earlyPriceCents: 12_800,
  earlyUntil: inMinutes(-5 * 24 * 60),
  sellsFrom: inMinutes(-20 * 24 * 60),
  sellsUntil: inMinutes(120),
  maxTickets: 4,
  tickets: 50,
  perSecond: 100,
  items: [
    { title: '樓上 Band 房', plannedAt: EVENING },
    { title: '下課鐘', plannedAt: inMinutes(35) },
  ],
};

export const insertEvent = (db: Db, over: Partial<NewEvent> = {}): Promise<{ id: number; streamId: number }> =>
  db.transaction((tx) => makeEvent(tx, { ...EVENT, ...over }));

export const giveTicketTo = async (db: Db, eventId: number, memberId: number, n = 1): Promise<void> => {
  const ticket = { eventId, memberId, source: 'hand' as const, createdAt: inMinutes(-60) };
  await db.insert(eventTickets).values(Array.from({ length: n }, () => ticket));
};

export async function emptyEvents(db: Db): Promise<void> {
  const tables = [
    eventReminders,
    eventTickets,
    eventMessages,
    eventSetItems,
    events,
    waitingRoomEntries,
    waitingQueues,
    quotaHolds,
    quotas,
    playbackLeases,
    mediaKeeps,
    mediaStreams,
    orderLines,
    orders,
    members,
  ];
  for (const table of tables) await db.delete(table);
  await emptyAudit(db);
}

/** Dependencies of events: one permanent key, no device list, and no jitter. */
export function eventServicesOf(db: Db): EventServices {
  const key = { id: 1, secret: createSecretKey(randomBytes(32)), createdAtMs: 0, retiresAtMs: Infinity };
  const keys = { signing: key, byId: new Map([[key.id, key]]) };
  const startLeases = (tx: Tx, asked: readonly LeaseRequest[]) =>
    startLeasesWithin(tx, asked, async (_tx, fit) => new Set(fit.map(({ memberId }) => memberId)));
  return {
    db,
    siteUrl: 'https://radio.example',
    room: createWaitingRoom(db, () => 0),
    keys: () => keys,
    startLease,
    entrance: createEntrance({ db, startLeases, onFault: () => {} }),
  };
}

/** A paid order of tickets, as passed to a fulfilment. */
export async function paidOrder(
  db: Db,
  {
    memberId,
    eventId,
    quantity = 1,
    unitCents = 15_800,
    now,
  }: {
    memberId: number;
    eventId: number;
    quantity?: number;
    unitCents?: number;
    now: Date;
  },
): Promise<Order> {
  const totalCents = quantity * unitCents;
  const [row] = await db
    .insert(orders)
    .values({ memberId, kind: 'livestream', state: 'paid', totalCents, createdAt: now, expiresAt: now, paidAt: now })
    .returning();
  const line = {
    lineNo: 1,
    kind: 'livestream',
    productId: eventId,
    name: EVENT.title,
    quantity,
    unitCents,
    discountCents: 0,
    payload: { startsOn: '2026-12-05' },
  };
  await db.insert(orderLines).values({ ...line, orderId: row!.id });
  return { ...row!, lines: [line] };
}
