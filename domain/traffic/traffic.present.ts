import type { TrafficPlace } from './traffic.schema.ts';
import type { PlaceWire } from './traffic.wire.schema.ts';

export function presentPlace(place: TrafficPlace): PlaceWire {
  const { id, type, name, address, phone, hours, details, latitude, longitude } = place;
  return {
    id,
    type,
    name,
    address,
    phone,
    district: place.area,
    district_name: place.district,
    hours,
    details,
    latitude,
    longitude,
    last_checked_date: place.lastCheckedHk,
  };
}
