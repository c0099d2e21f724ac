import type { ToldIncident } from '#app/text/zh-hk/status.ts';
import type { StatusPart } from '#domain/status/status.rules.ts';
import type { PublicIncident } from '#domain/status/status.ts';

/** An incident as the page and the feed show it. */
export interface IncidentView {
  id: number;
  part: StatusPart;
  kind: ToldIncident;
  fromMs: number;
  /** Null: ongoing. */
  lasted: { toMs: number; seconds: number } | null;
}

/** Incidents of a part always have a text. */
export const toIncident = ({ kind, toMs, ...incident }: PublicIncident): IncidentView => ({
  ...incident,
  kind: kind as ToldIncident,
  lasted: toMs === null ? null : { toMs, seconds: Math.max(1, Math.round((toMs - incident.fromMs) / 1_000)) },
});
