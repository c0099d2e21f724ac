/** Position of an instant between two, in per cent. */
export const shareOf = (atMs: number, fromMs: number, toMs: number): number =>
  Math.min(Math.max((atMs - fromMs) / (toMs - fromMs), 0), 1) * 100;
