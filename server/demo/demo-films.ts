import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { importMade, streamOfFile } from '#domain/film-making/film-making.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import {
  listReels,
  readReelBytes,
  readReelText,
  REEL_FPS,
  SEGMENT_SECONDS,
  tracksOf,
  type Reel,
} from '#sandbox/films/films.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

type What = 'film' | 'trailer';

/** Identifies a film of the demo, including its version. */
const sha256Of = ({ sha256 }: Reel, what: What): string =>
  createHash('sha256').update(`${sha256}/${what}`).digest('hex');

const wholeOf = ({ segments }: Reel): number[] => Array.from({ length: segments }, (_, i) => i);

function partOf(reel: Reel, what: What) {
  const { slug, title, sizes, captions, bytes } = reel;
  const order = what === 'film' ? wholeOf(reel) : reel.trailer;
  const [best] = sizes;
  return {
    name: what === 'film' ? title : `${title} (trailer)`,
    sourceName: `${slug}-${what}.reel`,
    sourceSha256: sha256Of(reel, what),
    sourceBytes: bytes,
    source: {
      durationMs: order.length * SEGMENT_SECONDS * 1_000,
      width: best?.width ?? 0,
      height: best?.height ?? 0,
      rate: [REEL_FPS * 2, 2] as [number, number],
      videoCodec: 'h264',
      audioCodec: 'aac',
      videoIndex: 0,
      audioIndex: 1,
      isHdr: false,
      isInterlaced: false,
      rotation: 0,
    },
    tracks: tracksOf(reel, order).map((track) => ({ ...track, rendition: track.name })),
    captions: what === 'film' ? captions.map((one) => ({ ...one, text: readReelText(slug, `-${one.lang}.vtt`) })) : [],
    chapters: what === 'film' ? readReelText(slug, '-chapters.vtt') : null,
    // A trailer is too short for seeking.
    stills: what === 'film' ? { ...reel.stills, bytes: readReelBytes(slug, '-stills.jpg') } : null,
    poster: readReelBytes(slug, '-poster.jpg'),
  };
}

/** Imports the demo's films and trailers, each once. Idempotent; returns how many were imported. */
export async function addDemoFilms(
  services: { db: Db; storage: SegmentStorage; files: FileStorage },
  { now }: { now: Date },
): Promise<number> {
  let added = 0;
  for (const reel of listReels())
    for (const what of ['film', 'trailer'] as const)
      if ((await streamOfFile(services.db, sha256Of(reel, what))) === null) {
        await importMade(services, partOf(reel, what), { now });
        added += 1;
      }
  return added;
}

interface DemoFilm {
  slug: string;
  title: string;
  film: { streamId: number; durationMs: number };
  trailer: { streamId: number; durationMs: number };
}

/** The imported films of the demo, for pages and sales. */
export async function demoFilms(db: Db): Promise<DemoFilm[]> {
  const found: DemoFilm[] = [];
  for (const reel of listReels()) {
    const film = await streamOfFile(db, sha256Of(reel, 'film'));
    const trailer = await streamOfFile(db, sha256Of(reel, 'trailer'));
    if (film && trailer) found.push({ slug: reel.slug, title: reel.title, film, trailer });
  }
  return found;
}
