import type { Actor } from '#shared/actor.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import type { Span } from './cutting/archive-match.rules.ts';
import { freeSpanOf, hasEnded } from './archive.rules.ts';
import type { Section } from './archive.schema.ts';

/** Listen to replays. */
type ArchiveAction = 'replay';

/** Null if allowed, otherwise the reason. Used by calls, pages and buttons. */
function can(
  actor: Actor,
  _action: ArchiveAction,
  { hasEnded: isPast, isOwned }: { hasEnded: boolean; isOwned: boolean },
): ErrorName | null {
  // Nothing is sold that can no longer be heard.
  if (isPast) return 'noRightToPlay';
  if (actor.kind === 'guest') return 'notAuthenticated';
  return actor.isSubscriber || isOwned ? null : 'needsPlan';
}

/** Null if the actor may hear all replays, otherwise the reason. */
export const mayReplay = (actor: Actor): ErrorName | null => can(actor, 'replay', { hasEnded: false, isOwned: false });

/** A section, or a broadcast treated as one. */
type Sound = Pick<Section, 'startsAt' | 'endsAt' | 'broadcast'>;

const NONE: ReadonlySet<number> = new Set();

export type MayPlay = { ok: true; span: Span; isFree: boolean } | { ok: false; code: ErrorName };

/**
 * What an actor may hear of a section: all, its free preview, or nothing with a reason. `owned`: the broadcasts that the
 * actor bought or was given individually.
 */
export function canPlay(
  actor: Actor,
  section: Sound,
  settings: { freeMinutes: number },
  now: Date,
  owned: { has(archiveId: number): boolean } = NONE,
): MayPlay {
  const { startsAt, endsAt, broadcast } = section;
  const code = can(actor, 'replay', { hasEnded: hasEnded(broadcast, now), isOwned: owned.has(broadcast.id) });
  if (code === null) return { ok: true, span: { startsAt, endsAt }, isFree: false };
  const free = code === 'noRightToPlay' ? null : freeSpanOf(section, settings);
  return free === null ? { ok: false, code } : { ok: true, span: free, isFree: true };
}
