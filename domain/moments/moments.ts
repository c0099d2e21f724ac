import type { Db, ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { getBroadcast, sectionAt, sectionsAt, type Section } from '#domain/archive/archive.ts';
import { hasEnded } from '#domain/archive/archive.rules.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { saidAt } from '#domain/archive/words/transcripts.ts';
import { removalsBetween, soundAt } from '#domain/media/kept-sound.ts';
import { listMarks, songAt } from '#domain/songs/sound-marks.ts';
import { songsTag } from '#domain/songs/songs.ts';
import type { ChannelId } from '#shared/enums.ts';
import { inPreference, MOMENTS_MAX, REACH_MS, type MissedMoment } from './moments.rules.ts';

export type { MissedMoment } from './moments.rules.ts';

/** What is known of an instant of a stream. */
export interface Moment {
  /** The part of a replay that contains it; null: none that is public. */
  section: Section | null;
  /** The sentence that was being said, if it is public. */
  said: string | null;
  song: { title: string; artist: string } | null;
}

export async function momentAt({ db }: { db: Db }, { streamId, at }: { streamId: number; at: Date }): Promise<Moment> {
  const section = (await sectionAt(db, streamId, at)) ?? null;
  if (section === null) return { section, said: null, song: null };
  const [said, song] = await Promise.all([saidAt(db, { streamId, at }), songAt(db, { streamId, at })]);
  return { section, said: said?.words ?? null, song };
}

/** How an instant may be heard: by rewinding live, or in a part of a replay. Null: it cannot be heard. */
export type Hearing = { how: 'live' | 'replay'; section: Section } | null;

/**
 * How each of several instants may be heard now, by the rules of live and of replays: nothing in a broadcast that is
 * taken down or has ended, nothing whose sound was removed, nothing that no public broadcast contains.
 */
export async function hearingsOf(
  { db, now }: { db: ReadDb; now: Date },
  moments: readonly { streamId: number; at: Date }[],
): Promise<Hearing[]> {
  const [sections, sounds] = await Promise.all([sectionsAt(db, moments), soundAt(db, moments)]);
  return moments.map(({ at }, i): Hearing => {
    const [section, { isRemoved, isInWindow }] = [sections[i], sounds[i]!];
    if (section === undefined) return null;
    if (isInWindow && at.getTime() > now.getTime() - REACH_MS) return { how: 'live', section };
    return isRemoved || hasEnded(section.broadcast, now) ? null : { how: 'replay', section };
  });
}

/** Songs and bulletins that began between two instants of a stream, in order of time, without removed ones. */
export async function listSounds(
  db: ReadDb,
  { streamId, from, to }: { streamId: number; from: Date; to: Date },
): Promise<MissedMoment[]> {
  const [marks, removed] = await Promise.all([
    listMarks(db, { streamId, from, to }),
    removalsBetween(db, streamId, from, to),
  ]);
  return marks.flatMap(({ kind, title, artist, startsAtMs }) => {
    const isRemoved = removed.some(
      ({ startsAt, endsAt }) => startsAt.getTime() <= startsAtMs && startsAtMs < endsAt.getTime(),
    );
    return (kind === 'song' || kind === 'bulletin') && !isRemoved ? [{ kind, title, artist, startsAtMs }] : [];
  });
}

/** Candidates examined: each is looked up in the stored sound. */
const EXAMINED_MAX = 15;

async function findMissed({ db, now }: { db: ReadDb; now: Date }, channelId: ChannelId): Promise<MissedMoment[]> {
  const onAir = await sectionAt(db, channelId, now);
  const found = onAir && (await getBroadcast(db, onAir.broadcast.id));
  if (found === undefined) return [];
  const { broadcast, sections } = found;
  const from = new Date(Math.max(broadcast.startsAt.getTime(), now.getTime() - REACH_MS));
  const parts = sections.flatMap(({ title, startsAt }) =>
    title === null ? [] : [{ kind: 'section' as const, title, artist: '', startsAtMs: startsAt.getTime() }],
  );
  const sounds = await listSounds(db, { streamId: channelId, from, to: now });
  const examined = inPreference([...parts, ...sounds], now).slice(0, EXAMINED_MAX);
  const heard = await soundAt(
    db,
    examined.map(({ startsAtMs }) => ({ streamId: channelId, at: new Date(startsAtMs) })),
  );
  const chosen = examined.filter((_, i) => heard[i]!.isInWindow).slice(0, MOMENTS_MAX);
  return chosen.toSorted((a, b) => a.startsAtMs - b.startsAtMs);
}

/** What was on in the programme on air that live can be rewound to, in order of time. */
export const listMissed = ({ db, now }: { db: ReadDb; now: Date }, channelId: ChannelId): Promise<MissedMoment[]> =>
  cachedQuery(db, { key: `missed/${channelId}`, tags: [songsTag(channelId), ARCHIVE_TAG] }, () =>
    findMissed({ db, now }, channelId),
  );
