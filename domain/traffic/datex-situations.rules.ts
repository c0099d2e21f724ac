import type { Tunnel } from './traffic.schema.ts';
import { locationOf, type TunnelLocation } from './tunnel-locations.rules.ts';
import { TUNNEL_TIME_LASTS_MS } from './traffic.rules.ts';

/** Severities of DATEX II that are used. */
export const SITUATION_SEVERITIES = ['medium', 'high', 'highest'] as const;

/** What is wrong at a location now. */
export interface Situation {
  id: string;
  /** Grows with each measurement or report. */
  version: number;
  kind: 'tunnel-closed' | 'slow-traffic' | 'queuing-traffic';
  severity: (typeof SITUATION_SEVERITIES)[number];
  tunnel: Tunnel;
  location: TunnelLocation;
  observedAtMs: number;
  /** When it is over unless it is reported again; null: not known. */
  validUntilMs: number | null;
}

/** Closed, jammed and slow tunnels, worst first. A tunnel that flows is no situation. */
export function situationsOf(tunnels: readonly Tunnel[]): Situation[] {
  return tunnels
    .flatMap((tunnel): Situation[] => {
      const location = locationOf(tunnel.name);
      const { isClosed, severity, measuredAtMs } = tunnel;
      if (location === null || (severity === 1 && !isClosed)) return [];
      return [
        {
          id: `tunnel-${location.key}`,
          version: Math.floor(measuredAtMs / 1_000),
          kind: isClosed ? 'tunnel-closed' : severity === 3 ? 'queuing-traffic' : 'slow-traffic',
          severity: isClosed ? 'highest' : severity === 3 ? 'high' : 'medium',
          tunnel,
          location,
          observedAtMs: measuredAtMs,
          validUntilMs: isClosed ? null : measuredAtMs + TUNNEL_TIME_LASTS_MS,
        },
      ];
    })
    .toSorted((a, b) => SITUATION_SEVERITIES.indexOf(b.severity) - SITUATION_SEVERITIES.indexOf(a.severity));
}
