import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import type { Actor } from '#shared/actor.ts';

/**
 * The playing device: by its own key, or by the session if the call has none. Undefined for a guest, who has neither.
 */
export function playingDevice(
  actor: Actor,
  { key, name, userAgent }: { key: string | undefined; name: string; userAgent: string | undefined },
): { key: string; name: string } | undefined {
  const own = key ?? (actor.kind === 'member' ? `session-${actor.sessionId}` : undefined);
  return own === undefined ? undefined : { key: own, name: name || deviceName(userAgent ?? '') };
}
