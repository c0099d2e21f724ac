import { PlayEvent, REPORT_HOURS, ReportSource, AdEvent } from '#shared/tracking.ts';
import { MAX_ID } from '#shared/ids.ts';

/** Limits of one call. */
export const REPORT_BOUNDS = {
  bodyBytes: 64 * 1024,
  reports: 600,
  spans: 60,
  textChars: 200,
  /** A report of playback covers at most one batch (K-065) and some delay of a throttled tab. */
  spanMs: 3_600_000,
  /** Player statistics, with names chosen by the player. */
  stats: 40,
  nameChars: 40,
} as const;

/** A stored report. Times are Unix milliseconds of our clock. */
export interface Report {
  source: ReportSource;
  session: string | null;
  seq: number | null;
  happenedAtMs: number;
  trackingType: number | null;
  platform: number | null;
  contentType: number | null;
  contentId: number | null;
  mediaType: number | null;
  programId: number | null;
  channel: number | null;
  rendition: string | null;
  playbackLogId: number | null;
  campaignId: number | null;
  heard: number[];
  keyword: string | null;
  tagType: number | null;
  results: number | null;
  detail: Record<string, unknown> | null;
}

export interface ReportBatch {
  reports: Report[];
  token: string | null;
}

/** A malformed body, with an explanation for the developer of the client. */
export class UnreadableReport extends Error {}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const SMALL = 32_767;

function integer(fields: Fields, name: string, most: number = MAX_ID): number | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new UnreadableReport(`${name} must be a whole number from 0 to ${most}`);
  return value;
}

function seconds(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e11)
    throw new UnreadableReport(`${name} must be Unix seconds`);
  return Math.round(value * 1_000);
}

/** Removes what PostgreSQL cannot store: NUL and lone surrogates. */
const kept = (text: string): string => (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();

function text(fields: Fields, name: string, most: number = REPORT_BOUNDS.textChars): string | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new UnreadableReport(`${name} must be a string`);
  return kept(value.slice(0, most)).trim() || null;
}

/** Numbers and short texts without a column of their own. Nested values are dropped. */
function detailOf(fields: Fields, names: readonly string[]): Fields | null {
  const detail: Fields = {};
  for (const name of names) {
    const value = fields[name];
    if (value === undefined) continue;
    const told = kept(name.slice(0, REPORT_BOUNDS.nameChars));
    if (typeof value === 'string') detail[told] = kept(value.slice(0, REPORT_BOUNDS.textChars));
    else if (typeof value === 'number' || typeof value === 'boolean') detail[told] = value;
  }
  return Object.keys(detail).length === 0 ? null : detail;
}

/** Clock correction of a batch: what to add to the sender's clock to get ours. */
interface Correction {
  byMs: number;
  receivedAtMs: number;
  /** The sender included its clock, so the difference is known. */
  isTold: boolean;
}

/** An instant on our clock. Implausible times are replaced by the time of receipt. */
function corrected(reportedMs: number, { byMs, receivedAtMs, isTold }: Correction): number {
  const at = reportedMs + byMs;
  if (isTold) return Math.max(0, Math.min(at, receivedAtMs));
  return at > receivedAtMs || receivedAtMs - at > REPORT_HOURS * 3_600_000 ? receivedAtMs : at;
}

function heardOf(fields: Fields, times: Correction): number[] {
  const { heard } = fields;
  if (heard === undefined || heard === null) return [];
  if (!Array.isArray(heard) || heard.length > REPORT_BOUNDS.spans)
    throw new UnreadableReport(`heard must be a list of at most ${REPORT_BOUNDS.spans} spans`);
  const kept: number[] = [];
  for (const span of heard as unknown[]) {
    if (!Array.isArray(span) || span.length !== 3)
      throw new UnreadableReport('a span must have the form [from_ts, to_ts, position_ts]');
    const from = seconds(span[0], 'heard');
    const to = seconds(span[1], 'heard');
    const position = seconds(span[2], 'heard');
    if (to < from || to - from > REPORT_BOUNDS.spanMs)
      throw new UnreadableReport('a span must end after it begins and last at most one hour');
    const end = corrected(to, times);
    if (to > from) kept.push(end - (to - from), end, position);
  }
  return kept;
}

const PLAY_DETAILS = [
  'behind',
  'duration',
  'section_date',
  'section_display_start_time',
  'section_display_end_time',
  'position',
] as const;
const ERROR_DETAILS = ['cause', 'engine', 'source', 'position', 'fatal', 'message'] as const;
const AD_DETAILS = [
  'slot',
  'page_group',
  'event',
  'size',
  'bidder',
  'advertiser',
  'creative',
  'cpm',
  'reason',
] as const;
const AD_EVENTS = new Set<unknown>(Object.values(AdEvent));
const PLAY_EVENTS = new Set<unknown>(Object.values(PlayEvent));

/** Errors have their time as text (ET-PlaybackErrorLog). Invalid times and times without a zone are ignored. */
function writtenAt({ datetime }: Fields): number | null {
  if (typeof datetime !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/.test(datetime)) return null;
  const at = Date.parse(datetime);
  return Number.isNaN(at) || at < 0 ? null : at / 1_000;
}

function reportOf(fields: Fields, source: ReportSource, session: string | null, times: Correction): Report {
  const at = fields['tracking_ts'] ?? fields['at_ts'] ?? (source === ReportSource.ERROR ? writtenAt(fields) : null);
  const tracking = integer(fields, 'tracking_type', SMALL);
  if ((source === ReportSource.PLAY || source === ReportSource.LIVE) && !PLAY_EVENTS.has(tracking))
    throw new UnreadableReport('tracking_type must be one of the eight play events');
  if (source === ReportSource.AD && (!AD_EVENTS.has(fields['event']) || text(fields, 'slot') === null))
    throw new UnreadableReport('an advertisement report must have a slot and a known event');
  const names = source === ReportSource.ERROR ? ERROR_DETAILS : source === ReportSource.AD ? AD_DETAILS : PLAY_DETAILS;
  return {
    source,
    session,
    seq: session === null ? null : integer(fields, 'seq'),
    happenedAtMs: at === undefined || at === null ? times.receivedAtMs : corrected(seconds(at, 'tracking_ts'), times),
    trackingType: tracking,
    platform: integer(fields, 'device_type', SMALL),
    contentType: integer(fields, 'content_type', SMALL),
    contentId: integer(fields, 'content_id'),
    mediaType: integer(fields, 'media_type', SMALL),
    programId: integer(fields, 'program_id'),
    channel: integer(fields, 'channel', SMALL),
    rendition: text(fields, 'rendition', 20),
    playbackLogId: integer(fields, 'playback_log_id', Number.MAX_SAFE_INTEGER),
    campaignId: integer(fields, 'campaign_id'),
    heard: heardOf(fields, times),
    keyword: text(fields, 'keyword'),
    tagType: integer(fields, 'tag_type', SMALL),
    results: integer(fields, 'results'),
    detail: detailOf(fields, names),
  };
}

const MEMBER: Readonly<Record<ReportSource, string>> = {
  [ReportSource.PLAY]: 'tracking',
  [ReportSource.TAG]: 'tag_tracking',
  [ReportSource.LIVE]: 'tracking',
  [ReportSource.ERROR]: 'log',
  [ReportSource.AD]: 'ads',
};
const SESSION = /^[\w-]{22}$/;

/** Parses the body of a call, received at `receivedAtMs`. Throws UnreadableReport. */
export function readReports(body: string, source: ReportSource, receivedAtMs: number): ReportBatch {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new UnreadableReport('the body is not valid JSON');
  }
  if (!isFields(json)) throw new UnreadableReport('the body must be a JSON object');
  const told = json[MEMBER[source]];
  const list: unknown[] = Array.isArray(told) ? told : [told];
  if (list.length === 0 || list.length > REPORT_BOUNDS.reports)
    throw new UnreadableReport(`the number of reports must be from 1 to ${REPORT_BOUNDS.reports}`);
  const batch = json['batch'] ?? {};
  if (!isFields(batch)) throw new UnreadableReport('batch must be an object');
  const session = batch['session'] ?? null;
  if (session !== null && (typeof session !== 'string' || !SESSION.test(session)))
    throw new UnreadableReport('session must be 22 base64url characters');
  const sent = batch['sent_ts'];
  const isTold = sent !== undefined && sent !== null;
  const times = { byMs: isTold ? receivedAtMs - seconds(sent, 'sent_ts') : 0, receivedAtMs, isTold };
  const reports = list.map((fields) => {
    if (!isFields(fields)) throw new UnreadableReport(`${MEMBER[source]} must be an object, or a list of objects`);
    return reportOf(fields, source, session, times);
  });
  const stats = json['player_stats_json'];
  if (source === ReportSource.LIVE && isFields(stats)) {
    const last = reports.at(-1)!;
    last.detail = { ...last.detail, stats: detailOf(stats, Object.keys(stats).slice(0, REPORT_BOUNDS.stats)) };
  }
  const token = batch['token'] ?? (isFields(list[0]) ? list[0]['token'] : null) ?? null;
  return { reports, token: typeof token === 'string' ? token : null };
}
