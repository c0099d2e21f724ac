interface OnAirChannel {
  hasVideo: boolean;
  current: { startsAtMs: number; source: 'base' | 'override' | 'filler' };
}

/**
 * Which channel leads the home page: a dated special first, then one with live video, then the most recently started
 * programme, so that the front page changes during the day. Fillers never lead.
 */
export function leadOrder<T extends OnAirChannel>(channels: readonly T[]): T[] {
  const rank = ({ hasVideo, current }: T): number =>
    current.source === 'filler' ? 3 : current.source === 'override' ? 0 : hasVideo ? 1 : 2;
  return channels.toSorted((a, b) => rank(a) - rank(b) || b.current.startsAtMs - a.current.startsAtMs);
}
