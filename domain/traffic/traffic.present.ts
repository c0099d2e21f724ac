import type { TrafficLocation } from './traffic.schema.ts';
import type { LocationWire } from './traffic.wire.schema.ts';

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
