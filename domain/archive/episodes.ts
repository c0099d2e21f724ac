import type { Db, ReadDb } from '#db/database.ts';
import { GUEST, type Actor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { Span } from './cutting/archive-match.rules.ts';
import { canPlay, mayReplay, type MayPlay } from './archive.policy.ts';
import type { Broadcast, Section } from './archive.schema.ts';
import type { ArchiveSettings } from './archive-services.ts';
import { findNewestBroadcasts, findSectionsOf } from './archive.store.ts';
import { assertNotSuspended, getBroadcast } from './archive.ts';
import { findTranscribed } from './words/transcripts.store.ts';
import { listTranscript } from './words/transcripts.ts';

// Broadcasts as podcast episodes: one file each, of the part a listener may hear. A broadcast on air has none.

export interface Episode {
  broadcast: Broadcast;
  parts: Section[];
  /** The audible span. */
  span: Span;
}

interface PublicArchive {
  db: ReadDb;
  settings: Pick<ArchiveSettings, 'freeMinutes'>;
}

/** For what depends on who listens. */
type Archive = PublicArchive & { db: Db };

const wholeOf = (broadcast: Broadcast) => ({
  broadcast,
  startsAt: broadcast.startsAt,
  endsAt: broadcast.endsAt,
});

const judge = (actor: Actor, broadcast: Broadcast, { settings }: PublicArchive, now: Date): MayPlay =>
  canPlay(actor, wholeOf(broadcast), settings, now);

/**
 * An episode for an actor. A member's private address is refused free previews: the same address must not become a
 * different file when a plan ends.
 */
export async function getEpisode(archive: Archive, actor: Actor, archiveId: number, now: Date): Promise<Episode> {
  await assertNotSuspended(archive.db, 'archive.play');
  const found = await getBroadcast(archive.db, archiveId);
  if (!found?.broadcast.isOver) throw new DomainError('dataNotFound');
  const may = judge(actor, found.broadcast, archive, now);
  if (!may.ok) throw new DomainError(may.code);
  if (may.isFree && actor.kind === 'member') throw new DomainError(mayReplay(actor) ?? 'needsPlan');
  return { broadcast: found.broadcast, parts: found.sections, span: may.span };
}

interface Asked {
  programIds: readonly number[];
  limit: number;
}

async function episodesFor(
  archive: PublicArchive,
  actor: Actor,
  { programIds, limit }: Asked,
  now: Date,
): Promise<(Episode & { hasTranscript: boolean })[]> {
  const { db } = archive;
  const heard = (await findNewestBroadcasts(db, programIds, { now, limit })).flatMap((broadcast) => {
    const may = judge(actor, broadcast, archive, now);
    return may.ok && !(may.isFree && actor.kind === 'member') ? [{ broadcast, span: may.span }] : [];
  });
  const shown = heard.filter(({ broadcast }) => broadcast.hasPublicTranscript);
  const [sections, transcribed] = await Promise.all([
    findSectionsOf(
      db,
      heard.map(({ broadcast }) => broadcast.id),
    ),
    findTranscribed(
      db,
      shown.map(({ broadcast: { id, streamId }, span }) => ({ id, streamId, from: span.startsAt, to: span.endsAt })),
    ),
  ]);
  const parts = Map.groupBy(sections, ({ broadcast }) => broadcast.id);
  return heard.map((episode) => ({
    ...episode,
    parts: parts.get(episode.broadcast.id) ?? [],
    hasTranscript: transcribed.has(episode.broadcast.id),
  }));
}

/** The newest broadcasts of programmes that an actor may hear at least partly, newest first. */
export const listEpisodes = (archive: Archive, actor: Actor, asked: Asked, now: Date) =>
  episodesFor(archive, actor, asked, now);

/** Free previews of a programme's newest broadcasts, the same for everyone. */
export const listFreeEpisodes = (archive: PublicArchive, asked: { programId: number; limit: number }, now: Date) =>
  episodesFor(archive, GUEST, { programIds: [asked.programId], limit: asked.limit }, now);

/** An episode's transcript, if its programme publishes it. */
export const listEpisodeWords = (db: Db, { broadcast, span }: Pick<Episode, 'broadcast' | 'span'>) =>
  listTranscript(db, { broadcast, ...span });
