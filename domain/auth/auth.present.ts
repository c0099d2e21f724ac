import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import type { securityEventReplySchema, sessionsReplySchema } from './auth.schema.ts';
import type { ListedEvent } from './security-events.ts';
import type { ListedSession } from './sessions.ts';
import { deviceName } from './user-agent.rules.ts';

export const presentEvent = (event: ListedEvent): z.input<typeof securityEventReplySchema> => ({
  event_id: event.id,
  kind: event.kind,
  device: deviceName(event.userAgent),
  ip_address: event.remoteIp,
  detail: event.detail,
  happened_ts: unixSeconds(event.happenedAt),
});

export const presentSessions = (sessions: readonly ListedSession[]): z.input<typeof sessionsReplySchema> => ({
  sessions: sessions.map((session) => ({
    session_id: session.id,
    is_current: session.isCurrent,
    rememberMe: session.rememberMe,
    device: deviceName(session.userAgent),
    ip_address: session.remoteIp,
    seen_ts: unixSeconds(session.seenAt),
    created_ts: unixSeconds(session.createdAt),
  })),
});
