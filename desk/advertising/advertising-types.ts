import type { Booked } from '#domain/advertising/advertising.rules.ts';

export interface Creative {
  creative_id: number;
  name: string;
  src: string;
  width: number;
  height: number;
  bytes: number;
  frames: number;
  duration_ms: number;
  decode_ms: number;
  alt: string;
  target: string;
}

export interface Booking {
  booking_id: number;
  creative: Creative;
  slots: string[];
  starts_ts: number;
  ends_ts: number;
  weight: number;
  is_cancelled: boolean;
  revision: string;
  changed_by: string | null;
}

/** A booking as the rules of shares have it. */
export const bookedOf = ({ booking_id: id, slots, weight, starts_ts, ends_ts, creative }: Booking): Booked => ({
  id,
  slots,
  weight,
  width: creative.width,
  height: creative.height,
  startsAtMs: starts_ts * 1000,
  endsAtMs: ends_ts * 1000,
});
