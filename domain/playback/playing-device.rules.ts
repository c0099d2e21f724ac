import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import type { Actor } from '#shared/actor.ts';

/**
 * The device that plays: by the key that it gives itself, or its session where the call names none. Nothing of a guest, who has
 * neither.
 */
export function playingDevice(
  actor: Actor,
  { key, name, userAgent }: { key: string | undefined; name: string; userAgent: string | undefined },
): { key: string; name: string } | undefined {
  const own = key ?? (actor.kind === 'member' ? `session-${actor.sessionId}` : undefined);
  return own === undefined ? undefined : { key: own, name: name || deviceName(userAgent ?? '') };
}
