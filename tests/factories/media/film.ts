import type { FilmTrack } from '#domain/media/films.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { EVENT_SEGMENT_MS, eventProgramme } from '#sandbox/stations/event.ts';
import { codecsOf, readInit } from '#server/media/mp4/fmp4.ts';
import type { FilmSource } from '#shared/media/film.ts';

type FilmRendition = Parameters<typeof eventProgramme>[0];

/** A film of the demo's clock: real pictures and sound, `count` segments of 0.96 s in each rendition. */
export function filmTracks(renditions: readonly FilmRendition[], count: number, first = 0): FilmTrack[] {
  return renditions.map((rendition) => {
    const { init, segment } = eventProgramme(rendition);
    const tracks = readInit(init, RENDITIONS[rendition].kind);
    return {
      rendition,
      size: tracks.find(({ size }) => size !== null)?.size ?? null,
      init: { bytes: init, codecs: codecsOf(tracks), timescale: tracks[0]!.timescale },
      segments: Array.from({ length: count }, (_, i) => ({
        bytes: segment(first + i),
        durationMs: EVENT_SEGMENT_MS,
        mediaStartMs: (first + i) * EVENT_SEGMENT_MS,
      })),
    };
  });
}

/** Two cues, the last of which ends at 00:00:05.500. */
export const WORDS = 'WEBVTT\n\n00:01.000 --> 00:02.500\n早晨\n\n00:00:04.000 --> 00:00:05.500 line:80%\n食咗飯未\n';

/** The film imported by the process that is killed. */
export const KILLED_FILM = { renditions: ['v25', 'audio'], count: 4 } as const;

/** What is known of an uploaded file: full HD, two and a half minutes. */
export const filmSource = (over: Partial<FilmSource> = {}): FilmSource => ({
  durationMs: 150_000,
  width: 1920,
  height: 1080,
  rate: [25, 1],
  videoCodec: 'h264',
  audioCodec: 'aac',
  videoIndex: 0,
  audioIndex: 1,
  isHdr: false,
  isInterlaced: false,
  rotation: 0,
  ...over,
});
