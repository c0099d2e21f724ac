import type { FrameSize } from '#shared/ads/ad-frames.ts';

/** The size to draw: the reported size, limited in each direction to the largest of the slot. */
export function clampSize(said: FrameSize | null, sizes: readonly FrameSize[]): FrameSize {
  const largest = (side: 0 | 1) => Math.max(1, ...sizes.map((size) => size[side]));
  const [width, height] = said && said[0] > 1 && said[1] > 1 ? said : (sizes[0] ?? [1, 1]);
  return [Math.min(width, largest(0)), Math.min(height, largest(1))];
}
