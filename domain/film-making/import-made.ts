import { importFilm, type FilmTrack } from '#domain/media/films.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import type { FilmPicture, FilmSource, FilmStills } from '#shared/media/film.ts';
import * as store from './film-making.store.ts';
import type { FilmMakingServices } from './film-tools.types.ts';
import { chaptersOf, cleanedCaptions } from './film-words.ts';
import { keptFor } from './making.ts';

/** A film made elsewhere, with all its parts. */
interface ElsewhereMade {
  name: string;
  sourceName: string;
  sourceSha256: string;
  sourceBytes: number;
  source: FilmSource;
  tracks: readonly (FilmTrack & Pick<FilmPicture, 'name' | 'frameRate'>)[];
  captions: readonly { lang: string; label: string; text: string }[];
  /** WebVTT; null: no chapters. */
  chapters: string | null;
  /** Null: none. */
  stills: (Omit<FilmStills, 'fileSha256'> & { bytes: Buffer }) | null;
  poster: Buffer;
}

async function keptStills(
  files: FilmMakingServices['files'],
  { bytes, ...stills }: NonNullable<ElsewhereMade['stills']>,
): Promise<FilmStills> {
  return { ...stills, fileSha256: await files.put(bytes) };
}

/** Imports a finished film through the same functions as the last step of making one; idempotent. */
export async function importMade(
  { db, storage, files }: Pick<FilmMakingServices, 'db' | 'storage' | 'files'>,
  film: ElsewhereMade,
  { now }: { now: Date },
): Promise<{ streamId: number; isNew: boolean }> {
  const { name, sourceName, sourceSha256, sourceBytes, source, tracks } = film;
  const known = await store.findJobOfFile(db, sourceSha256);
  if (known?.streamId) return { streamId: known.streamId, isNew: false };
  const endsAt = source.durationMs;
  const captions = film.captions.map((one) => ({ ...one, ...cleanedCaptions(one.text, endsAt) }));
  const chapters = film.chapters === null ? [] : chaptersOf(film.chapters, endsAt);
  const stills = film.stills && (await keptStills(files, film.stills));
  const posterSha256 = await files.put(film.poster);
  const words = new Map<string, string>();
  for (const { lang, text } of captions) words.set(lang, await files.put(Buffer.from(text)));
  const spoken = captions.map(({ lang: language, label, text }) => ({ language, label, text }));
  const streamId = await importFilm({ db, storage, now }, { name, captions: spoken }, tracks, async (tx, made) => {
    const jobId = await store.insertJob(tx, {
      name,
      state: 'made',
      sourceName,
      sourceSha256,
      sourceBytes,
      source,
      streamId: made.streamId,
      durationMs: made.to.getTime() - made.from.getTime(),
      renditions: tracks.map(({ name: rendition, init, size, frameRate }) => ({
        name: rendition,
        codecs: init.codecs,
        resolution: size && `${size.width}x${size.height}`,
        frameRate,
      })),
      stills,
      posterSha256,
      createdAt: now,
      madeAt: now,
    });
    for (const { lang, label, cues } of captions)
      await store.saveCaptions(tx, { jobId, lang, label, fileSha256: words.get(lang)!, cues });
    await store.replaceChapters(tx, jobId, chapters);
    const { streamId: id, from: startsAt, to } = made;
    await keepSound(tx, { streamId: id, startsAt, endsAt: to, keptUntil: null, why: keptFor(jobId) });
    return id;
  });
  return { streamId, isNew: true };
}
