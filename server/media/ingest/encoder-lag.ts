import type { Logger } from 'pino';
import type { Feed } from '#domain/media/media.ts';

/** Sound that is late for this long is no backlog of an outage: the encoder's clock is wrong. */
const TELL_AFTER_MS = 60_000;
const TELL_EACH_MS = 60_000;
/** An encoder that no longer pushes has no lag. */
const FORGET_MS = 60_000;

export interface EncoderLag {
  encoder: string;
  streamId: number;
  rendition: string;
  behindMs: number;
}

/**
 * Monitors the lag of each push's newest sound. A slow encoder clock causes no immediate error: the channel is heard
 * late, or, if the clock was set back, is silent until it has caught up.
 */
export function createLagWatch({ log, now }: { log: Pick<Logger, 'warn'>; now: () => Date }) {
  const late = new Map<string, EncoderLag & { sinceMs: number; seenMs: number; toldMs: number }>();
  return {
    note({ encoder, rendition }: Feed, behindMs: number): void {
      const key = `${encoder.id} ${rendition}`;
      if (behindMs === 0) {
        late.delete(key);
        return;
      }
      const atMs = now().getTime();
      const before = late.get(key);
      const lag = {
        encoder: encoder.name,
        streamId: encoder.stream.id,
        rendition,
        behindMs,
        sinceMs: before?.sinceMs ?? atMs,
        seenMs: atMs,
        toldMs: before?.toldMs ?? -Infinity,
      };
      if (atMs - lag.sinceMs >= TELL_AFTER_MS && atMs - lag.toldMs >= TELL_EACH_MS) {
        lag.toldMs = atMs;
        log.warn(
          { encoder: lag.encoder, streamId: lag.streamId, rendition, behindSeconds: Math.round(behindMs / 1_000) },
          'audio of an encoder is late; synchronise its clock by NTP',
        );
      }
      late.set(key, lag);
    },
    list(): EncoderLag[] {
      const atMs = now().getTime();
      return [...late.values()]
        .filter(({ seenMs }) => atMs - seenMs < FORGET_MS)
        .map(({ encoder, streamId, rendition, behindMs }) => ({ encoder, streamId, rendition, behindMs }));
    },
  };
}
