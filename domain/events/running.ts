import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { auditOf, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { leftOf } from '#domain/quotas/quotas.ts';
import { changeQueue } from '#domain/waiting-room/waiting-room.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { CHANGES_IN, EVENTS_TAG, eventTag, isOnAir, MAX_WORDS, phaseAt } from './events.rules.ts';
import {
  findEvent,
  findSetItems,
  insertMessage,
  lockEvent,
  lockSetItem,
  setItemStarted,
  updateEvent,
  withdrawMessage,
  withdrawMessagesOf,
  type EventRow,
} from './events.store.ts';
import { keepStream } from './making.ts';
import { insertTickets } from './tickets.store.ts';

/** Commands of an operator during an event. */
export type EventCommand =
  | { do: 'open' | 'live' | 'end' | 'cancel' }
  | { do: 'hold'; words: string; expectedAt: Date | null }
  | { do: 'message'; words: string }
  | { do: 'withdraw'; messageId: number }
  | { do: 'set'; position: number; at?: Date }
  | { do: 'unset'; position: number }
  | { do: 'rate'; perSecond: number }
  | { do: 'ticket'; memberId: number };

/** What a command made, or what it replaced. */
interface EventDone {
  messageId?: number;
  /** Text of the withdrawn message. */
  words?: string;
  /** When the item had begun. */
  startedAt?: Date | null;
  perSecond?: number;
}

function checkMessage(words: string): string {
  const plain = words.trim();
  if (plain === '' || plain.length > MAX_WORDS) throw impossible('message-length', { max: MAX_WORDS });
  return plain;
}

function demand(event: EventRow, change: keyof typeof CHANGES_IN, now: Date): void {
  const phase = phaseAt(event, now);
  if (!CHANGES_IN[change].includes(phase)) throw refused('event-phase', { phase });
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** Early doors or start: admission begins now, and what is sent from now on is kept. */
async function moveTo(
  tx: Tx,
  event: EventRow,
  to: Partial<EventRow> & Pick<EventRow, 'doorsAt'>,
  now: Date,
): Promise<void> {
  await updateEvent(tx, event.id, to);
  if (to.doorsAt >= event.doorsAt) return;
  await changeQueue(tx, event.queueId, { opensAt: to.doorsAt }, now);
  await keepStream(tx, { ...event, ...to });
}

async function run(tx: Tx, event: EventRow, command: EventCommand, now: Date): Promise<EventDone> {
  const { id } = event;
  const to = { stateAt: now, expectedAt: null };
  // The reason of a hold is shown only during the hold.
  if (event.state === 'hold' && event.stateAt !== null && (command.do === 'live' || command.do === 'end'))
    await withdrawMessagesOf(tx, id, event.stateAt, now);
  switch (command.do) {
    case 'open':
      demand(event, 'open', now);
      await moveTo(tx, event, { ...to, state: 'open', doorsAt: now }, now);
      return {};
    case 'live':
      demand(event, 'live', now);
      await moveTo(
        tx,
        event,
        { ...to, state: 'live', doorsAt: earlier(event.doorsAt, now), startsAt: earlier(event.startsAt, now) },
        now,
      );
      return {};
    case 'hold':
      demand(event, 'hold', now);
      await updateEvent(tx, id, { ...to, state: 'hold', expectedAt: command.expectedAt });
      await insertMessage(tx, { eventId: id, words: checkMessage(command.words), createdAt: now });
      return {};
    case 'end':
    case 'cancel':
      demand(event, command.do, now);
      await updateEvent(tx, id, { ...to, state: command.do === 'end' ? 'ended' : 'cancelled', endedAt: now });
      if (command.do === 'end') await keepStream(tx, event);
      return {};
    case 'message':
      return {
        messageId: await insertMessage(tx, { eventId: id, words: checkMessage(command.words), createdAt: now }),
      };
    case 'withdraw': {
      const message = await withdrawMessage(tx, id, command.messageId, now);
      if (message === null) throw new DomainError('dataNotFound', 'the message does not exist or is no longer shown');
      return message;
    }
    case 'set':
    case 'unset': {
      const item = { eventId: id, position: command.position };
      const startedAt = command.do === 'set' ? (command.at ?? now) : null;
      if (!isOnAir(phaseAt(event, now))) throw refused('event-phase', { phase: phaseAt(event, now) });
      if (startedAt !== null && startedAt > now) throw impossible('item-later');
      const former = await lockSetItem(tx, item);
      if (former === null) throw new DomainError('dataNotFound', 'the item does not exist in the running order');
      // Another operator was faster, or the reply to the first press was lost: the chapter of all viewers stays.
      if (command.do === 'set' && command.at === undefined && former.startedAt !== null) throw refused('item-started');
      await setItemStarted(tx, { ...item, startedAt });
      return former;
    }
    case 'ticket':
      if ((await findAccount(tx, command.memberId)) === null)
        throw new DomainError('dataNotFound', `member ${command.memberId} does not exist`);
      await insertTickets(tx, [{ eventId: id, memberId: command.memberId, source: 'hand', createdAt: now }]);
      return {};
    case 'rate':
      if (!(command.perSecond > 0 && command.perSecond <= 10_000))
        throw new DomainError('invalidParam', 'the rate must be above 0 and at most 10000 people per second');
      return changeQueue(tx, event.queueId, { perSecond: command.perSecond }, now);
  }
}

/** Executes an operator's command, audits it and purges what shows it. */
export async function runEvent(
  tx: Tx,
  hand: Hand,
  eventId: number,
  command: EventCommand,
  now: Date,
): Promise<EventDone> {
  const event = await lockEvent(tx, eventId);
  if (event === null) throw new DomainError('dataNotFound', 'the event does not exist');
  const done = await run(tx, event, command, now);
  const { do: verb, ...after } = command;
  await recordAudit(tx, hand, { action: `events.${verb}`, subject: ['event', eventId], after }, now);
  await purgePages(tx, [eventTag(eventId), EVENTS_TAG]);
  return done;
}

/** The operators' view of an event. */
export async function eventStory({ db, now }: { db: Db; now: Date }, id: number) {
  const event = await findEvent(db, id);
  if (event === null) throw new DomainError('dataNotFound', 'the event does not exist');
  const [items, audit, left] = await Promise.all([
    findSetItems(db, id),
    auditOf(db, ['event', id]),
    leftOf(db, event.quotaId, now),
  ]);
  return { event, phase: phaseAt(event, now), items, audit, left };
}
