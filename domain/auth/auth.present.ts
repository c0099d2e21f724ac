import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import type { sessionsReplySchema } from './auth.schema.ts';
import type { ListedSession } from './sessions.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';

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
