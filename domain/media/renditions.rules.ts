/**
 * The renditions of channels (`radio`) and of films and events (`screen`). Their names are part of every media URL.
 * Those of the screen contain the number of their output profile; `audio` is its sound alone.
 */
export const RENDITIONS = {
  a64: { kind: 'audio', of: 'radio', bandwidth: 75_000, averageBandwidth: 68_000, maxSegmentBytes: 1_048_576 },
  a128: { kind: 'audio', of: 'radio', bandwidth: 145_000, averageBandwidth: 134_000, maxSegmentBytes: 1_048_576 },
  v360: {
    kind: 'video',
    of: 'radio',
    // Peak and average required by the encoder guide. A still studio picture needs half of it.
    bandwidth: 1_200_000,
    averageBandwidth: 900_000,
    maxSegmentBytes: 8_388_608,
    resolution: '640x360',
  },
  v21: {
    kind: 'video',
    of: 'screen',
    bandwidth: 6_000_000,
    averageBandwidth: 4_500_000,
    maxSegmentBytes: 16_777_216,
    resolution: '1920x1080',
  },
  v24: {
    kind: 'video',
    of: 'screen',
    bandwidth: 3_000_000,
    averageBandwidth: 2_300_000,
    maxSegmentBytes: 8_388_608,
    resolution: '1280x720',
  },
  v25: {
    kind: 'video',
    of: 'screen',
    bandwidth: 1_200_000,
    averageBandwidth: 900_000,
    maxSegmentBytes: 8_388_608,
    resolution: '640x360',
  },
  audio: { kind: 'audio', of: 'screen', bandwidth: 145_000, averageBandwidth: 134_000, maxSegmentBytes: 1_048_576 },
} as const;

export type RenditionName = keyof typeof RENDITIONS;
export type MediaKindName = 'audio' | 'video';

const RENDITION_NAMES = Object.keys(RENDITIONS) as RenditionName[];
export const RADIO_RENDITIONS = RENDITION_NAMES.filter((name) => RENDITIONS[name].of === 'radio');
/** The ladder of a film or an event, best first. */
export const SCREEN_RENDITIONS = RENDITION_NAMES.filter((name) => RENDITIONS[name].of === 'screen');

export function isRendition(name: string): name is RenditionName {
  return Object.hasOwn(RENDITIONS, name);
}

/** The renditions of one multivariant playlist of a channel: the same sound at different rates. */
export function renditionsOf(kind: MediaKindName): RenditionName[] {
  return RADIO_RENDITIONS.filter((name) => RENDITIONS[name].kind === kind);
}

/** The other renditions to which a player may switch. */
export function siblingsOf(rendition: RenditionName): RenditionName[] {
  const { kind, of } = RENDITIONS[rendition];
  return (of === 'screen' ? SCREEN_RENDITIONS : renditionsOf(kind)).filter((name) => name !== rendition);
}

/** Whether it is kept beyond the window and played under grants. Video of a channel is removed with its window. */
export const isKept = (rendition: RenditionName): boolean =>
  RENDITIONS[rendition].kind === 'audio' || RENDITIONS[rendition].of === 'screen';

/** EXT-X-TARGETDURATION of radio. Clients poll and hold back by it, and it must never change. */
export const TARGET_DURATION_MS = 4_000;
/** A longer segment would round to more than the target duration. */
export const maxSegmentMs = (targetMs: number): number => targetMs + 499;
/** The longest segment of any stream. */
export const MAX_SEGMENT_MS = maxSegmentMs(TARGET_DURATION_MS);
