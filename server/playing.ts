import { streamKindOf, type StreamKind } from '#domain/media/streams.rules.ts';
import type { PlaybackServices } from '#domain/playback/playback.ts';

type ReplayNow = PlaybackServices['replayNow'];

/** Asks whoever has a stream what it has become: the archive, films or events. Nobody has what is not named here. */
export function playingNow(
  by: Readonly<Partial<Record<StreamKind, ReplayNow>>>,
): Pick<PlaybackServices, 'needsPlan' | 'replayNow'> {
  return {
    needsPlan(streamId) {
      const kind = streamKindOf(streamId);
      return kind === 'channel' || kind === 'tape';
    },
    replayNow: async (actor, span, now, said) =>
      (await by[streamKindOf(span.streamId)]?.(actor, span, now, said)) ?? null,
  };
}
