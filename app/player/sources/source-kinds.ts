import { fileKind } from './file.ts';
import { liveKind } from './live.ts';
import type { FilmSource, TrailerSource } from './film.ts';
import { createLeaseKind } from './lease-kind.ts';
import type { ReplaySource } from './replay.ts';
import type { EventSource } from './source.ts';
import type { SourceKind } from './source-kind.ts';

export type SourceKinds = Readonly<Record<string, SourceKind>>;

/** Public: its address is fixed and leads to the current playlist. */
const trailerKind: SourceKind<TrailerSource> = { engine: 'stream', address: ({ src }) => src };

/** All playable kinds. A new kind is a file in this folder and an entry here. */
export const SOURCE_KINDS: SourceKinds = {
  live: liveKind,
  file: fileKind,
  replay: createLeaseKind<ReplaySource>(async () =>
    (await import('#app/player/replay/replay-controller.ts')).createReplayController(),
  ),
  film: createLeaseKind<FilmSource>(async () =>
    (await import('#app/player/screen/film-controller.ts')).createFilmController(),
  ),
  event: createLeaseKind<EventSource>(async () =>
    (await import('#app/player/screen/event-controller.ts')).createEventController(),
  ),
  trailer: trailerKind,
};
