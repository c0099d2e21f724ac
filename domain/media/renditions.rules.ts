/** The renditions a channel may have. Their names are part of every media address. */
export const RENDITIONS = {
  a64: { kind: 'audio', bandwidth: 75_000, averageBandwidth: 68_000, maxSegmentBytes: 1_048_576 },
  a128: { kind: 'audio', bandwidth: 145_000, averageBandwidth: 134_000, maxSegmentBytes: 1_048_576 },
  v360: {
    kind: 'video',
    // What the encoder guide asks for, at its peak and on average; a still studio needs half of it.
    bandwidth: 1_200_000,
    averageBandwidth: 900_000,
    maxSegmentBytes: 8_388_608,
    resolution: '640x360',
  },
} as const;

export type RenditionName = keyof typeof RENDITIONS;
export type MediaKindName = 'audio' | 'video';

export const RENDITION_NAMES = Object.keys(RENDITIONS) as RenditionName[];

export function isRendition(name: string): name is RenditionName {
  return Object.hasOwn(RENDITIONS, name);
}

/** The renditions of one multivariant playlist, which carry the same sound at different rates. */
export function renditionsOf(kind: MediaKindName): RenditionName[] {
  return RENDITION_NAMES.filter((name) => RENDITIONS[name].kind === kind);
}

/** The other renditions between which a player may switch in mid-stream. */
export function siblingsOf(rendition: RenditionName): RenditionName[] {
  return renditionsOf(RENDITIONS[rendition].kind).filter((name) => name !== rendition);
}

/** EXT-X-TARGETDURATION of every playlist: a client polls and holds back by it, and it may never change. */
export const TARGET_DURATION_MS = 4_000;
/** A longer segment would round to more than the target duration. */
export const MAX_SEGMENT_MS = 4_499;
