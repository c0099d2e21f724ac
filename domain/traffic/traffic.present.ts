import type { TrafficLocation } from './traffic.schema.ts';
import type { Situation } from './datex-situations.rules.ts';
import type { LocationWire, SituationWire } from './traffic.wire.schema.ts';

const RECORD_TYPES = {
  'tunnel-closed': 'RoadOrCarriagewayOrLaneManagement',
  'queuing-traffic': 'AbnormalTraffic',
  'slow-traffic': 'AbnormalTraffic',
} as const;
const DETAILS = {
  'tunnel-closed': 'tunnelClosed',
  'queuing-traffic': 'queuingTraffic',
  'slow-traffic': 'slowTraffic',
} as const;

export function presentSituation(situation: Situation): SituationWire {
  const { id, version, kind, severity, tunnel, location, observedAtMs, validUntilMs } = situation;
  return {
    id,
    version,
    type: RECORD_TYPES[kind],
    detail: DETAILS[kind],
    severity,
    version_ts: Math.floor(observedAtMs / 1_000),
    validity: {
      status: 'active',
      overall_start_ts: Math.floor(observedAtMs / 1_000),
      overall_end_ts: validUntilMs === null ? null : Math.floor(validUntilMs / 1_000),
    },
    location: {
      name: tunnel.name,
      line: location.line.map(([latitude, longitude]) => ({ latitude, longitude })),
    },
    travel_time_minutes: tunnel.isClosed ? null : tunnel.minutes,
    free_flow_minutes: tunnel.freeMinutes,
  };
}

export function presentLocation(location: TrafficLocation): LocationWire {
  const { id, type, name, address, phone, hours, details, latitude, longitude } = location;
  return {
    id,
    type,
    name,
    address,
    phone,
    district: location.area,
    district_name: location.district,
    hours,
    details,
    latitude,
    longitude,
    last_checked_date: location.lastCheckedHk,
  };
}
