import type { StripWire } from '#domain/events/events.schema.ts';
import type { Waiting } from './use-waiting-room.ts';

/** Whether its waiting room lets in. */
export const isOnAir = ({ state }: StripWire): boolean => state === 'open' || state === 'live' || state === 'hold';

/** Whether the picture is there for this visitor. */
export const isLetIn = (strip: StripWire, hasTicket: boolean, waiting: Waiting): boolean =>
  hasTicket && (strip.state === 'replay' || (isOnAir(strip) && waiting.is === 'in'));
