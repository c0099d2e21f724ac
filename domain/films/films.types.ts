import type { Db } from '#db/database.ts';
import type { MadeFilm } from '#domain/film-making/film-making.ts';
import type { GrantKeys } from '#domain/playback/playback.ts';

/** Public information about a film. */
export interface Film {
  id: number;
  title: string;
  tagline: string;
  story: string;
  credits: { role: string; names: string[] }[];
  spoken: string;
  /** Name in the picture store. */
  keyart: string;
  category: { id: number; name: string };
  programId: number | null;
  programTitle: string | null;
  /** Null: announced, nothing to watch yet. */
  streamId: number | null;
  durationMs: number | null;
  trailerStreamId: number | null;
  trailerMs: number | null;
  /** The next film of a series. */
  nextId: number | null;
  priceCents: number;
  rentDays: number;
  watchHours: number;
  position: number;
  publishedAt: Date;
  /** End of sales. */
  sellsUntil: Date | null;
}

export interface Category {
  id: number;
  name: string;
  films: number;
}

/** The parts of a made film needed for playback. */
export type PlayableFilm = Pick<
  MadeFilm,
  'streamId' | 'startsAt' | 'endsAt' | 'qualities' | 'captions' | 'chapters' | 'stills'
> & { renditions: readonly Pick<MadeFilm['renditions'][number], 'name' | 'profile'>[] };

/** A page of films, and the total number. */
export interface FilmPage {
  films: Film[];
  total: number;
}

/** Dependencies of watching films. */
export interface FilmServices {
  db: Db;
  /** The made film of a stream; null if there is none. */
  madeFilm(db: Db, streamId: number): Promise<PlayableFilm | null>;
  /** Signs addresses. */
  keys: () => GrantKeys;
  /** Maximum devices of one member playing at once, shared by films and replays. */
  maxDevices: number;
  /** Starts a lease in a device slot and adds the device to the member's list. */
  startLease(
    db: Db,
    asked: {
      memberId: number;
      sessionId: number;
      device: { key: string; name: string };
      streamId: number;
      startsAt: Date;
      endsAt: Date;
      takeOver?: { leaseId: string; epoch: number };
      maxDevices: number;
      now: Date;
    },
  ): Promise<{ lease: { id: string; epoch: number } }>;
}
