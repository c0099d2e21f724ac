import { streamKindOf, type StreamKind } from '#domain/media/streams.rules.ts';
import type { PlaybackServices } from '#domain/playback/playback.ts';

type ReplayNow = PlaybackServices['replayNow'];

/** Delegates to the module of the stream's kind: archive, films or events. Kinds not listed here cannot be played. */
export function playingNow(
  by: Readonly<Partial<Record<StreamKind, ReplayNow>>>,
  /** Whether a member bought any replay: then the archive decides about the one that is played. */
  ownsReplay: (memberId: number, now: Date) => Promise<boolean>,
): Pick<PlaybackServices, 'needsPlan' | 'replayNow'> {
  return {
    async needsPlan(streamId, memberId, now) {
      const kind = streamKindOf(streamId);
      return (kind === 'channel' || kind === 'tape') && !(await ownsReplay(memberId, now));
    },
    replayNow: async (actor, span, now, said) =>
      (await by[streamKindOf(span.streamId)]?.(actor, span, now, said)) ?? null,
  };
}
