import type { Db } from '#db/database.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { rentalCredits, rentals, videoCategories, videoOutages, videoPulse, videos } from '#db/tables/films.ts';
import { TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { type GrantKeys, type PlaybackServices } from '#domain/playback/playback.ts';
import { startLease } from '#domain/playback/leases.ts';
import { filmNow, type FilmServices } from '#domain/films/films.ts';
import { playbackServicesOf } from '#tests/factories/playback/playback.ts';
import { START } from '#tests/factories/accounts/member-calls.ts';

export const FILM_STREAM = 1_000_001;
const TRAILER_STREAM = 1_000_002;
export const FILM_MS = 90 * 60_000;

/** A made film, in memory. */
const madeFilm: FilmServices['madeFilm'] = async (_db, streamId) => ({
  streamId,
  startsAt: new Date(TAPE_STARTS_AT),
  endsAt: new Date(TAPE_STARTS_AT + FILM_MS),
  renditions: [
    { name: 'v21', profile: 21 },
    { name: 'audio', profile: null },
  ],
  qualities: [21],
  captions: [{ lang: 'zh-HK', label: '中文字幕', fileSha256: 'a'.repeat(64) }],
  chapters: [{ atMs: 0, title: '開場' }],
  stills: null,
});

/** Films over a real database: real leases, and playback that delegates to films. */
export function createFilmDoubles() {
  let playback: PlaybackServices | undefined;
  const filmsOf = (db: Db): FilmServices => ({
    db,
    madeFilm,
    keys: () => playback!.keys(),
    maxDevices: 2,
    startLease: (on, asked) => startLease(on, asked),
  });
  return {
    films: filmsOf,
    playback: (db: Db): PlaybackServices => {
      playback = playbackServicesOf(db, {
        needsPlan: async () => false,
        replayNow: (actor, span, now, said) => filmNow({ db }, actor, span, now, said),
      });
      return playback;
    },
    keys: (): GrantKeys => playback!.keys(),
  };
}

const DAY_MS = 86_400_000;

/**
 * Two categories; a film with a trailer, one of a programme with performing guests, one announced, and one scheduled.
 */
export async function insertFilms(db: Db): Promise<void> {
  await db.insert(mediaStreams).values([
    { id: FILM_STREAM, kind: 'film', name: 'a film' },
    { id: TRAILER_STREAM, kind: 'film', name: 'its trailer' },
    { id: FILM_STREAM + 2, kind: 'film', name: 'another film' },
  ]);
  await db.insert(videoCategories).values([
    { id: 1, name: '現場音樂', position: 1 },
    { id: 2, name: '紀錄片', position: 2 },
  ]);
  const film = (id: number, title: string, over: Partial<typeof videos.$inferInsert> = {}) => ({
    id,
    categoryId: 1,
    title,
    story: '三十年金曲，一晚過唱返。',
    keyart: 'stage',
    priceCents: 8_800,
    publishedAt: new Date(START.getTime() - id * 60_000),
    ...over,
  });
  await db.insert(videos).values([
    film(821, '回聲三十音樂會', {
      streamId: FILM_STREAM,
      durationMs: FILM_MS,
      trailerStreamId: TRAILER_STREAM,
      trailerMs: 90_000,
      position: 0,
    }),
    film(822, '渡海泳', {
      categoryId: 2,
      streamId: FILM_STREAM + 2,
      durationMs: FILM_MS,
      priceCents: 3_850,
      rentDays: 7,
      watchHours: 24,
    }),
    film(823, '仲未拍完', { categoryId: 2 }),
    film(824, '聽日先有', { publishedAt: new Date(START.getTime() + DAY_MS) }),
  ]);
}

/** Deletes rentals, outages and leases. */
export async function emptyRentals(db: Db): Promise<void> {
  for (const table of [rentalCredits, rentals, videoOutages, videoPulse, playbackLeases]) await db.delete(table);
}
