/** How far live can be rewound, with a minute to spare. */
export const REACH_MS = 8 * 3_600_000 - 60_000;
/** Moments listed of a programme. */
export const MOMENTS_MAX = 5;
/** What has only just begun is not missed yet. */
const JUST_MS = 30_000;
/** A part and a bulletin that begin this close together are one. */
const SAME_MS = 20_000;

export interface MissedMoment {
  kind: 'section' | 'bulletin' | 'song';
  /** Empty for a bulletin without a title. */
  title: string;
  /** Of a song; empty otherwise. */
  artist: string;
  startsAtMs: number;
}

const RANK: Readonly<Record<MissedMoment['kind'], number>> = { section: 0, bulletin: 1, song: 2 };

/** Moments in order of preference: parts, then bulletins, then songs, the newest first; of two that coincide the better. */
export function inPreference(moments: readonly MissedMoment[], now: Date): MissedMoment[] {
  const newest = now.getTime() - JUST_MS;
  const oldest = now.getTime() - REACH_MS;
  const kept: MissedMoment[] = [];
  const best = moments
    .filter(({ startsAtMs }) => startsAtMs >= oldest && startsAtMs <= newest)
    .toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || b.startsAtMs - a.startsAtMs);
  for (const moment of best)
    if (!kept.some((other) => Math.abs(other.startsAtMs - moment.startsAtMs) < SAME_MS)) kept.push(moment);
  return kept;
}
