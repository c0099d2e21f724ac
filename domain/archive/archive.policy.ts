import type { Actor } from '#shared/actor.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import type { Span } from './archive-match.rules.ts';
import { freeSpanOf, hasEnded } from './archive.rules.ts';
import type { Section } from './archive.schema.ts';

/** Hear what was on air. */
type ArchiveAction = 'replay';

/** Null where the actor may; otherwise why not. Used by calls, pages and buttons alike. */
function can(actor: Actor, _action: ArchiveAction, { hasEnded: isPast }: { hasEnded: boolean }): ErrorName | null {
  // Nobody is sold what cannot be heard any more.
  if (isPast) return 'noRightToPlay';
  if (actor.kind === 'guest') return 'notAuthenticated';
  return actor.isSubscriber ? null : 'needsPlan';
}

/** Null where the actor may hear replays whole; otherwise why not. */
export const mayReplay = (actor: Actor): ErrorName | null => can(actor, 'replay', { hasEnded: false });

/** A section, or a broadcast as one. */
type Sound = Pick<Section, 'startsAt' | 'endsAt' | 'broadcast'>;

export type MayPlay = { ok: true; span: Span; isFree: boolean } | { ok: false; code: ErrorName };

/** What of a section somebody may hear: all of it, its free beginning, or nothing and why. */
export function canPlay(actor: Actor, section: Sound, settings: { freeMinutes: number }, now: Date): MayPlay {
  const { startsAt, endsAt, broadcast } = section;
  const code = can(actor, 'replay', { hasEnded: hasEnded(broadcast, now) });
  if (code === null) return { ok: true, span: { startsAt, endsAt }, isFree: false };
  const free = code === 'noRightToPlay' ? null : freeSpanOf(section, settings);
  return free === null ? { ok: false, code } : { ok: true, span: free, isFree: true };
}
