import type { StripWire } from '#domain/events/events.schema.ts';
import type { Waiting } from './use-waiting-room.ts';

/** Whether its waiting room admits visitors. */
export const isOnAir = ({ state }: StripWire): boolean => state === 'open' || state === 'live' || state === 'hold';

/** Whether this visitor may see the video. Viewers present at the end see it to the end, however far behind. */
export const isLetIn = (strip: StripWire, hasTicket: boolean, waiting: Waiting): boolean =>
  hasTicket && (strip.state === 'replay' || ((isOnAir(strip) || strip.state === 'ended') && waiting.is === 'in'));
