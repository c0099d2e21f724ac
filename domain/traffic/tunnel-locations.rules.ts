import { TUNNEL_KEYS, type TunnelKey } from './known-words.rules.ts';

/**
 * Degrees north and east, to some hundred metres. Ends at which the Transport Department has a traffic camera are where
 * it stands (Traffic_Camera_Locations of its traffic snapshot images, data.gov.hk): both of the Cross-Harbour Tunnel, the
 * island's of the Western and Kowloon's of the Eastern Harbour Crossing. The Lion Rock Tunnel lies between the cameras
 * K502F and ST922F of its approaches, 1.4 km long; the others are plausible against the nearest cameras and the lengths
 * of the tunnels, but were found in no public data.
 */
type Point = readonly [latitude: number, longitude: number];

/** Where a tunnel is: its portals, and its ends on the drawn map (`app/pages/traffic/tunnel-map.tsx`). */
export interface TunnelLocation {
  /** In addresses and feeds, where names do not fit. */
  key: TunnelKey;
  line: readonly [Point, Point];
  drawn: readonly [readonly [x: number, y: number], readonly [x: number, y: number]];
}

const LOCATIONS: Readonly<Record<TunnelKey, Omit<TunnelLocation, 'key'>>> = {
  'western-harbour': {
    line: [
      [22.3037, 114.1585],
      [22.2903, 114.1424],
    ],
    drawn: [
      [88, 178],
      [70, 244],
    ],
  },
  'cross-harbour': {
    line: [
      [22.3021, 114.1806],
      [22.2813, 114.1819],
    ],
    drawn: [
      [170, 184],
      [170, 246],
    ],
  },
  'eastern-harbour': {
    line: [
      [22.3014, 114.234],
      [22.2879, 114.2139],
    ],
    drawn: [
      [272, 178],
      [250, 244],
    ],
  },
  'lion-rock': {
    line: [
      [22.3611, 114.1795],
      [22.3483, 114.1785],
    ],
    drawn: [
      [128, 62],
      [128, 120],
    ],
  },
  'tates-cairn': {
    line: [
      [22.3785, 114.2075],
      [22.3445, 114.2045],
    ],
    drawn: [
      [220, 56],
      [220, 118],
    ],
  },
  'tko-lam-tin': {
    line: [
      [22.3057, 114.2373],
      [22.3, 114.2575],
    ],
    drawn: [
      [306, 112],
      [314, 160],
    ],
  },
};

/** By the name under which travel times are measured. A tunnel without a location is in lists, but on no map. */
export function locationOf(tunnel: string): TunnelLocation | null {
  const key = new Map<string, TunnelKey>(Object.entries(TUNNEL_KEYS)).get(tunnel);
  return key === undefined ? null : { key, ...LOCATIONS[key] };
}
