import type { ChannelId } from '#shared/enums.ts';

export interface Days {
  day: string;
  today: string;
}
export interface Count {
  key: string;
  events: number;
  sessions: number;
  visitors: number;
  heard_ms: number;
}
export interface Titled extends Count {
  title: string | null;
  readers: number | null;
}
export interface Standing {
  computed_ts: number | null;
  is_final: boolean;
  final_ts: number;
  late_reports: number;
  late_heard_ms: number;
  one_in: number;
  sessions_error: number;
  sessions: number;
  visitors: number;
}
export interface ChannelNow {
  channel: ChannelId;
  listeners: number;
  behind: number;
  renditions: { rendition: string; listeners: number }[];
  players: number;
  coverage: number | null;
}
export interface DayLine {
  channel: ChannelId;
  /** Heard in each minute, ms. */
  minutes_ms: number[];
  heard_ms: number;
  peak: { minute: number; listeners: number } | null;
  coverage: number | null;
}
export interface Programme {
  broadcast_id: number;
  title: string;
  channel: ChannelId;
  starts_ts: number;
  ends_ts: number;
  average: number;
  peak: number;
  dropped: number | null;
  heard_ms: number;
  replay_ms: number;
  line: number[];
}
export interface Listening extends Days {
  lines: DayLine[];
  programmes: Programme[];
  replays: Titled[];
  films: Titled[];
  errors: Count[];
  standing: Standing;
}
export interface Content extends Days {
  articles: Titled[];
  searches: Count[];
  empty: Count[];
  standing: Standing;
}
export interface Ad {
  key: string;
  requests: number;
  fills: number;
  viewables: number;
  clicks: number;
  drops: number;
  reports: number;
  revenue_micros: number;
}
export interface Ads extends Days {
  slots: Ad[];
  bidders: Ad[];
  advertisers: Ad[];
}
