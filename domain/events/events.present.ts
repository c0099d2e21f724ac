import { unixSeconds } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { Waiting } from '#domain/waiting-room/waiting-room.ts';
import type { OwnEvent, Strip } from './events.types.ts';
import { itemAt } from './events.rules.ts';
import type { EventWire, EntryWire, StripWire } from './events.schema.ts';

/** How often viewers poll for messages. */
const POLL_SECONDS = 5;

const secondsOr = (at: Date | null) => at && unixSeconds(at);

export const presentOwnEvent = ({ event, tickets, hasReminder }: OwnEvent): EventWire => ({
  id: event.id,
  title: event.title,
  start_ts: unixSeconds(event.startsAt),
  end_ts: unixSeconds(event.endsAt),
  source: `/api/live-event/${event.id}/playback`,
  requires: 'ticket',
  keyart_url: wireImage(event.keyart),
  doors_ts: unixSeconds(event.doorsAt),
  replay_until_ts: secondsOr(event.replayUntil),
  state: event.phase,
  tickets: tickets.map((ticket) => ({
    ticket_id: ticket.id,
    source: ticket.source,
    order_id: ticket.giverMemberId === null ? ticket.orderId : null,
    may_give: ticket.givenAt === null && event.phase === 'before',
    was_given: ticket.giverMemberId !== null,
  })),
  has_reminder: hasReminder,
});

export function presentStrip({ event, messages, items, ticketsLeft }: Strip, now: Date): StripWire {
  const on = itemAt(items, now);
  // After the end, messages from during the event are not shown.
  const said = messages.filter(({ createdAt }) => event.endedAt === null || createdAt >= event.endedAt);
  return {
    state: event.phase,
    now_ts: unixSeconds(now),
    start_ts: unixSeconds(event.startsAt),
    end_ts: unixSeconds(event.endedAt ?? event.endsAt),
    state_ts: secondsOr(event.stateAt),
    expected_ts: secondsOr(event.expectedAt),
    replay_until_ts: secondsOr(event.replayUntil),
    sale: event.sale,
    price_cents: event.price.cents,
    is_early: event.price.isEarly,
    tickets_left: ticketsLeft,
    messages: said.map(({ id, words, createdAt }) => ({ id, at_ts: unixSeconds(createdAt), words })),
    set_list: items.map(({ position, title, plannedAt, startedAt }) => ({
      position,
      title,
      planned_ts: unixSeconds(plannedAt),
      started_ts: secondsOr(startedAt),
      is_on: position === on?.position,
    })),
    poll_s: POLL_SECONDS,
  };
}

export const presentEntry = ({ number, ahead, turnAt, isTurn, askAgainMs }: Waiting): EntryWire => ({
  number,
  ahead,
  turn_ts: unixSeconds(turnAt),
  is_turn: isTurn,
  poll_ms: askAgainMs,
});
