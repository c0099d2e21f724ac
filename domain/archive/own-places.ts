import type { Actor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { mayReplay } from './archive.policy.ts';
import { hasEnded, isBegun } from './archive.rules.ts';
import type { Place, PlayServices } from './archive-play.ts';
import type { Section } from './archive.schema.ts';
import { findSections } from './archive.store.ts';
import { sectionAt } from './archive.ts';

interface PlacedSection {
  section: Section;
  place: Place & { other: Place | null };
}

type Services = Pick<PlayServices, 'db' | 'placesOf' | 'recentPlaces'>;

function subscriberOf(actor: Actor): number {
  const refusal = mayReplay(actor);
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor.memberId;
}

/** A member's positions in sections; sections without one are omitted. */
export async function placesInSections(
  { db, placesOf }: Services,
  actor: Actor,
  sectionIds: readonly number[],
): Promise<(PlacedSection & { askedId: number })[]> {
  const memberId = subscriberOf(actor);
  const asked = [...(await findSections(db, sectionIds))];
  const spans = asked.map(([, { broadcast, startsAt, endsAt }]) => ({
    streamId: broadcast.streamId,
    from: startsAt,
    to: endsAt,
  }));
  const places = await placesOf(db, memberId, spans);
  return asked.flatMap(([askedId, section], i) => {
    const place = places[i];
    return place ? [{ askedId, section, place }] : [];
  });
}

/** Positions examined per item offered: some are finished or no longer available. */
const LOOKED_AT = 4;

/** Sections a member started and did not finish, last heard first. */
export async function listBegun(
  { db, recentPlaces }: Services,
  actor: Actor,
  { limit }: { limit: number },
  now: Date,
): Promise<{ section: Section; at: Date }[]> {
  const memberId = subscriberOf(actor);
  const begun: { section: Section; at: Date }[] = [];
  for (const { streamId, at } of await recentPlaces(db, memberId, limit * LOOKED_AT)) {
    if (begun.length === limit) break;
    const section = await sectionAt(db, streamId, at);
    if (section && isBegun(section, at) && !hasEnded(section.broadcast, now)) begun.push({ section, at });
  }
  return begun;
}
