import type { Actor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { mayReplay } from '#domain/archive/archive.policy.ts';
import { hasEnded } from '#domain/archive/archive.rules.ts';
import { stretchOf, type PlayServices } from './archive-play.ts';
import { getBroadcast, getSection } from '#domain/archive/archive.ts';
import { unheardIn, type Stretch } from './sound-spans.rules.ts';

type Services = Pick<PlayServices, 'db' | 'soundBetween' | 'heardIn' | 'isRecordingPaused'>;

/**
 * Spans of a section's broadcast a member has not heard, live or later, split by part. Null while recording is paused,
 * when this is unknown.
 */
export async function listUnheard(
  { db, soundBetween, heardIn, isRecordingPaused }: Services,
  actor: Actor,
  sectionId: number,
  now: Date,
): Promise<(Stretch & { sectionId: number })[] | null> {
  const refusal = mayReplay(actor);
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  const section = await getSection(db, sectionId);
  const found = section && (await getBroadcast(db, section.broadcast.id));
  if (found === undefined) throw new DomainError('dataNotFound');
  const { broadcast, sections } = found;
  if (hasEnded(broadcast, now)) throw new DomainError('noRightToPlay');
  if (await isRecordingPaused(db, actor.memberId)) return null;
  const to = broadcast.endsAt < now ? broadcast.endsAt : now;
  if (to <= broadcast.startsAt) return [];
  const span = [broadcast.streamId, broadcast.startsAt, to] as const;
  const [sound, heard] = await Promise.all([soundBetween(db, ...span), heardIn(db, actor.memberId, ...span)]);
  const unheard = unheardIn(sound.map(stretchOf), heard.map(stretchOf));
  return sections.flatMap(({ id, startsAt, endsAt }) =>
    unheard
      .map((one) => ({
        sectionId: id,
        from: Math.max(one.from, startsAt.getTime()),
        to: Math.min(one.to, endsAt.getTime()),
      }))
      .filter((one) => one.from < one.to),
  );
}
