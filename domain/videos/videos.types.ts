import type { Db } from '#db/database.ts';
import type { MadeFilm } from '#domain/film-making/film-making.ts';
import type { GrantKeys } from '#domain/playback/playback.ts';

/** A film, as everybody may know it. */
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
  /** Null: it is announced, and there is nothing to watch yet. */
  streamId: number | null;
  durationMs: number | null;
  trailerStreamId: number | null;
  trailerMs: number | null;
  /** What follows it in a series. */
  nextId: number | null;
  priceCents: number;
  rentDays: number;
  watchHours: number;
  position: number;
  publishedAt: Date;
  /** Nothing is sold from then on. */
  sellsUntil: Date | null;
}

export interface Category {
  id: number;
  name: string;
  films: number;
}

/** What playing needs to know of what was made of a film. */
export type PlayableFilm = Pick<
  MadeFilm,
  'streamId' | 'startsAt' | 'endsAt' | 'qualities' | 'captions' | 'chapters' | 'stills'
> & { renditions: readonly Pick<MadeFilm['renditions'][number], 'name' | 'profile'>[] };

/** A list of a page of films, and how many there are in all. */
export interface FilmPage {
  films: Film[];
  total: number;
}

/** What watching films needs of the house. */
export interface VideoServices {
  db: Db;
  /** What was made of a stream; null where nothing is there. */
  madeFilm(db: Db, streamId: number): Promise<PlayableFilm | null>;
  /** What addresses are signed with. */
  keys: () => GrantKeys;
  /** Devices of one member that may play at once; films and replays share them. */
  maxDevices: number;
  /** Gives a device a place, and has it on its member's list. */
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
