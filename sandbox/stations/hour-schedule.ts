import { DEMO_SONGS } from './song-titles.ts';
import type { StationId } from './time-mark.ts';

/** Sounds between talk. Computed by arithmetic alone, so a restart or another machine yields the same for any hour. */
export interface DemoSound {
  /** Id assigned by the automation. */
  id: string;
  kind: 'song' | 'bulletin' | 'advertisement';
  title: string;
  artist: string;
  startsAtMs: number;
  endsAtMs: number;
}

const HOUR_MS = 3_600_000;
const HOUR_S = 3_600;
/** Hong Kong's offset, in hours. */
const HK_HOURS = 8;

interface Clock {
  /** Start in seconds within the hour, and duration. */
  fixed: readonly (readonly [startS: number, seconds: number, kind: 'bulletin' | 'advertisement', title?: string])[];
  /** Seconds of talk after a song: minimum and random range. */
  talk: readonly [least: number, more: number];
}

/** Songs an hour on the station that plays most. */
const MAX_SONGS_AN_HOUR = 18;

const BREAKS = '廣告時間';
const NEWS = '整點新聞';

/** 881 mostly talks by day, 903 mixes talk and music, 864 plays music. */
function clockOf(station: StationId, hourOfDay: number): Clock {
  if (station === 881) {
    const talk: Clock['talk'] = hourOfDay < 6 ? [40, 50] : [380, 160];
    return {
      fixed: [
        [0, 240, 'bulletin'],
        [1_080, 120, 'advertisement'],
        [1_800, 60, 'bulletin', '交通消息'],
        [2_280, 150, 'advertisement'],
        [3_300, 45, 'bulletin', '天氣報告'],
      ],
      talk,
    };
  }
  if (station === 903)
    return {
      fixed: [
        [0, 180, 'bulletin'],
        [1_260, 110, 'advertisement'],
        [2_520, 130, 'advertisement'],
      ],
      talk: [25, 35],
    };
  return {
    fixed: [
      [0, 120, 'bulletin'],
      [1_800, 60, 'advertisement'],
    ],
    talk: [4, 8],
  };
}

/** Deterministic pseudorandom number. */
const scattered = (a: number, b: number): number => {
  let x = Math.imul(a ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(b + 0x7f4a_7c15, 0xc2b2_ae35);
  x ^= x >>> 15;
  return Math.imul(x, 0x2c1b_3c6d) >>> 1;
};

function soundsOfHour(station: StationId, hour: number): DemoSound[] {
  const { fixed, talk } = clockOf(station, (hour + HK_HOURS) % 24);
  const begin = hour * HOUR_MS;
  const sounds: DemoSound[] = [];
  const add = (kind: DemoSound['kind'], startS: number, seconds: number, [title, artist]: readonly [string, string]) =>
    sounds.push({
      id: `${begin}/${sounds.length + 1}`,
      kind,
      title,
      artist,
      startsAtMs: begin + startS * 1_000,
      endsAtMs: begin + (startS + seconds) * 1_000,
    });
  let played = 0;
  for (const [i, [startS, seconds, kind, title = kind === 'bulletin' ? NEWS : BREAKS]] of fixed.entries()) {
    add(kind, startS, seconds, [title, '']);
    const untilS = fixed[i + 1]?.[0] ?? HOUR_S;
    for (let at = startS + seconds + 8; ; played++) {
      const lasts = 185 + (scattered(hour * 64 + played, station) % 75);
      if (at + lasts > untilS) break;
      // Seven and sixty are coprime: all sixty songs are played before one repeats.
      const song = DEMO_SONGS[((hour * MAX_SONGS_AN_HOUR + played) * 7 + station) % DEMO_SONGS.length]!;
      add('song', at, lasts, song);
      at += lasts + talk[0] + (scattered(hour * 64 + played, station + 1) % talk[1]);
    }
  }
  return sounds;
}

/** The sounds of a station between two instants, in order. */
export function soundsBetween(station: StationId, fromMs: number, toMs: number): DemoSound[] {
  const hours = Math.max(0, Math.ceil(toMs / HOUR_MS) - Math.floor(fromMs / HOUR_MS));
  return Array.from({ length: hours }, (_, i) => soundsOfHour(station, Math.floor(fromMs / HOUR_MS) + i))
    .flat()
    .filter(({ startsAtMs, endsAtMs }) => endsAtMs > fromMs && startsAtMs < toMs);
}
