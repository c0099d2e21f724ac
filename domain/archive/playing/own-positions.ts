import type { Actor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { mayReplay } from '#domain/archive/archive.policy.ts';
import { hasEnded, isBegun } from '#domain/archive/archive.rules.ts';
import type { DevicePosition, PlayServices } from './archive-play.ts';
import type { Section } from '#domain/archive/archive.schema.ts';
import { findSections } from '#domain/archive/archive.store.ts';
import { sectionAt } from '#domain/archive/archive.ts';

interface SectionPosition {
  section: Section;
  position: DevicePosition & { other: DevicePosition | null };
}

type Services = Pick<PlayServices, 'db' | 'positionsOf' | 'recentPositions'>;

function subscriberOf(actor: Actor): number {
  const refusal = mayReplay(actor);
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor.memberId;
}

/** A member's positions in sections; sections without one are omitted. */
export async function positionsInSections(
  { db, positionsOf }: Services,
  actor: Actor,
  sectionIds: readonly number[],
): Promise<(SectionPosition & { askedId: number })[]> {
  const memberId = subscriberOf(actor);
  const asked = [...(await findSections(db, sectionIds))];
  const spans = asked.map(([, { broadcast, startsAt, endsAt }]) => ({
    streamId: broadcast.streamId,
    from: startsAt,
    to: endsAt,
  }));
  const positions = await positionsOf(db, memberId, spans);
  return asked.flatMap(([askedId, section], i) => {
    const position = positions[i];
    return position ? [{ askedId, section, position }] : [];
  });
}

/** Positions examined per item offered: some are finished or no longer available. */
const LOOKED_AT = 4;

/** Sections a member started and did not finish, last heard first. */
export async function listBegun(
  { db, recentPositions }: Services,
  actor: Actor,
  { limit }: { limit: number },
  now: Date,
): Promise<{ section: Section; at: Date }[]> {
  const memberId = subscriberOf(actor);
  const begun: { section: Section; at: Date }[] = [];
  for (const { streamId, at } of await recentPositions(db, memberId, limit * LOOKED_AT)) {
    if (begun.length === limit) break;
    const section = await sectionAt(db, streamId, at);
    if (section && isBegun(section, at) && !hasEnded(section.broadcast, now)) begun.push({ section, at });
  }
  return begun;
}
