import type { ChannelId } from '#shared/enums.ts';

export interface Encoder {
  name: string;
  is_active: boolean;
  on_air: string[];
  heard_age_seconds: number | null;
  waiting: number;
}
export interface Channel {
  channel: ChannelId;
  edge_age_seconds: number | null;
  renditions: { rendition: string; edge_age_seconds: number | null }[];
  encoders: Encoder[];
  lufs: number | null;
  silent_seconds: number;
  level_age_seconds: number | null;
  listeners: number;
  coverage_percent: number | null;
}
export interface OnAir {
  channels: Channel[];
  jobs: {
    due: number;
    oldest_due_seconds: number;
    running: number;
    failed: { task: string; jobs: number; is_given_up: boolean }[];
  };
}
export interface Captioner {
  name: string;
  stream_id: number;
  is_active: boolean;
  sent_ts: number | null;
}
interface FailedJob {
  id: number;
  task: string;
  attempts: number;
  max_attempts: number;
  is_given_up: boolean;
  error: string;
  run_ts: number;
}
export interface FailedJobs {
  items: FailedJob[];
  next_before_id: number | null;
}
export interface Incident {
  incident_id: number;
  kind: string;
  subject: string;
  figures: Record<string, number>;
  opened_ts: number;
  seen_ts: number;
  closed_ts: number | null;
  closed_by: string | null;
  closing_words: string | null;
  runbook: string;
}
export interface Incidents {
  open: Incident[];
  items: Incident[];
  next_before_id: number | null;
}
