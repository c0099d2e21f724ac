import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import type { ListedEvent } from './security-events.types.ts';
import type { securityEventReplySchema } from './security-events.schema.ts';
import { deviceName } from './user-agent.rules.ts';

export const presentEvent = (event: ListedEvent): z.input<typeof securityEventReplySchema> => ({
  event_id: event.id,
  kind: event.kind,
  device: deviceName(event.userAgent),
  ip_address: event.remoteIp,
  detail: event.detail,
  happened_ts: unixSeconds(event.happenedAt),
});
