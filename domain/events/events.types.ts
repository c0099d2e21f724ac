import type { Phase, SaleState, SetItem } from './events.rules.ts';
import type { EventRow, MessageRow } from './events.store.ts';
import type { TicketRow } from './tickets.store.ts';

export interface Event extends EventRow {
  phase: Phase;
  sale: SaleState;
  price: { cents: number; isEarly: boolean };
}

export interface Strip {
  event: Event;
  messages: MessageRow[];
  items: SetItem[];
  ticketsLeft: number;
}

export interface OwnEvent {
  event: Event;
  tickets: TicketRow[];
  hasReminder: boolean;
}
