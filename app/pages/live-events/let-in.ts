import type { StripWire } from '#domain/events/events.schema.ts';
import type { Waiting } from './use-waiting-room.ts';

/** Whether its waiting room lets in. */
export const isOnAir = ({ state }: StripWire): boolean => state === 'open' || state === 'live' || state === 'hold';

/** Whether the picture is there for this visitor. Who is in when it ends sees the end, however far behind. */
export const isLetIn = (strip: StripWire, hasTicket: boolean, waiting: Waiting): boolean =>
  hasTicket && (strip.state === 'replay' || ((isOnAir(strip) || strip.state === 'ended') && waiting.is === 'in'));
