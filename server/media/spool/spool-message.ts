import { z } from 'zod';
import type { InitRow } from '#domain/media/media.ts';
import type { NamedSegment } from '#domain/media/encoder-playlist.rules.ts';
import { isRendition, type RenditionName } from '#domain/media/renditions.rules.ts';
import type { LoggedMessage } from '#server/outside/nats/logged-message.ts';

/** The part of a feed that placing depends on. */
export interface SpooledFeed {
  encoder: { id: number; stream: { id: number; targetMs: number; windowMs: number | null } };
  rendition: RenditionName;
}

/** What is pushed, without bytes. */
export type SpoolPush =
  | {
      kind: 'segment';
      file: string;
      initId: number;
      durationMs: number;
      mediaStartMs: number;
      startsAt: number | null;
    }
  | { kind: 'playlist'; names: readonly NamedSegment[] }
  | { kind: 'init'; init: InitRow };

/** A message of the live spool, without bytes. */
export interface SpoolMessage {
  epoch: number;
  sequence: number;
  /** Unix ms, by the clock of the process that took the push. */
  takenAtMs: number;
  feed: SpooledFeed;
  push: SpoolPush;
  /** Where its bytes are stored once it is settled. Empty for a playlist. */
  storageKey: string;
}

const pushSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('segment'),
    file: z.string(),
    initId: z.int(),
    durationMs: z.number(),
    mediaStartMs: z.number(),
    startsAt: z.number().nullable(),
  }),
  z.object({ kind: z.literal('playlist'), names: z.array(z.object({ file: z.string(), startsAt: z.number() })) }),
  z.object({
    kind: z.literal('init'),
    init: z.object({
      id: z.int(),
      streamId: z.int(),
      storageKey: z.string(),
      codecs: z.string(),
      width: z.int().nullable(),
      height: z.int().nullable(),
    }),
  }),
]);

const headSchema = z.object({
  takenAtMs: z.int(),
  feed: z.object({
    encoder: z.object({
      id: z.int(),
      stream: z.object({ id: z.int(), targetMs: z.int(), windowMs: z.int().nullable() }),
    }),
    rendition: z.custom<RenditionName>((name) => typeof name === 'string' && isRendition(name)),
  }),
  push: pushSchema,
});

/** Names go into the body: a playlist may have 2,000, and heads are limited. */
export function encodePush(takenAtMs: number, feed: SpooledFeed, push: SpoolPush, bytes: Buffer) {
  const { encoder, rendition } = feed;
  const { id, targetMs, windowMs } = encoder.stream;
  const own = { encoder: { id: encoder.id, stream: { id, targetMs, windowMs } }, rendition };
  const isList = push.kind === 'playlist';
  const head = JSON.stringify({ takenAtMs, feed: own, push: isList ? { ...push, names: [] } : push });
  return { head, body: isList ? Buffer.from(JSON.stringify(push.names)) : bytes };
}

/** Storage key of a segment: its message can be found by it. */
function keyOf({ encoder, rendition }: SpooledFeed, takenAtMs: number, epoch: number, sequence: number): string {
  const hour = new Date(takenAtMs).toISOString().slice(0, 13);
  return `${encoder.stream.id}/${rendition}/${hour}/${epoch.toString(36)}-${sequence}.m4s`;
}

/** The message whose bytes have this key. Undefined for keys of other origin. */
export function positionOfKey(storageKey: string): { epoch: number; sequence: number } | undefined {
  const [, epoch, sequence] = /\/([0-9a-z]+)-(\d+)\.m4s$/.exec(storageKey) ?? [];
  return epoch === undefined ? undefined : { epoch: Number.parseInt(epoch, 36), sequence: Number(sequence) };
}

/** Undefined for a probe. Throws if it cannot be read. */
export function decodePush({ epoch, sequence, head, body }: LoggedMessage): SpoolMessage | undefined {
  if (head === undefined) return undefined;
  const { takenAtMs, feed, push } = headSchema.parse(JSON.parse(head));
  const base = { epoch, sequence, takenAtMs, feed };
  switch (push.kind) {
    case 'playlist': {
      const { names } = pushSchema.options[1].parse({ kind: 'playlist', names: JSON.parse(body.toString()) });
      return { ...base, push: { kind: 'playlist', names }, storageKey: '' };
    }
    case 'init':
      return { ...base, push, storageKey: push.init.storageKey };
    case 'segment':
      return { ...base, push, storageKey: keyOf(feed, takenAtMs, epoch, sequence) };
  }
}
