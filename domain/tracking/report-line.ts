import { createHash } from 'node:crypto';
import { isNeverSampled, ReportSource } from '#shared/tracking.ts';
import type { Report } from './reports.rules.ts';
import type { TrackingIdentity } from './tracking-token.ts';

export interface Sender {
  reporter: number;
  network: string;
  agent: string;
  identity: TrackingIdentity | null;
  weight: number;
}

/** Columns of `tracking_events`, in the order of a line. */
export const LINE_COLUMNS =
  'received_at, source, reporter, session, seq, happened_at, tracking_type, consent, visitor, member_id, network, agent, platform, content_type, content_id, media_type, program_id, channel, rendition, playback_log_id, campaign_id, heard, keyword, tag_type, results, weight, detail';

const ESCAPED = /[\\\t\n\r]/;
const ALL_ESCAPED = /[\\\t\n\r]/g;
const SPELLED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const spelled = (text: string): string =>
  ESCAPED.test(text) ? text.replaceAll(ALL_ESCAPED, (letter) => SPELLED[letter]!) : text;
const field = (value: string | number | null): string =>
  value === null ? '\\N' : typeof value === 'number' ? String(value) : spelled(value);
let minuteMs = Number.NaN;
let minuteText = '';

/** Like toISOString. Caches the minute, as consecutive reports are close in time. */
function instantOf(ms: number): string {
  const within = ((ms % 60_000) + 60_000) % 60_000;
  if (ms - within !== minuteMs) {
    minuteMs = ms - within;
    minuteText = new Date(minuteMs).toISOString().slice(0, -7);
  }
  return `${minuteText}${within < 10_000 ? '0' : ''}${within / 1_000}Z`;
}

/**
 * Identity of reports from senders without sequence numbers: a repeated report gets the same session and number, and so
 * counts once.
 */
function ownName(report: Report, sender: Sender): { session: string; seq: number } {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const session = hash(`${report.playbackLogId} ${sender.network} ${sender.agent}`).toString('base64url').slice(0, 22);
  const seq = hash(`${report.source} ${report.trackingType} ${report.contentId} ${report.happenedAtMs}`).readUInt32BE(
    0,
  );
  return { session, seq: seq & 0x7fff_ffff };
}

/** Formats the reports of one call as lines of COPY text, each with its line end. */
export function reportLines(reports: readonly Report[], sender: Sender, receivedAtMs: number): string {
  const { identity } = sender;
  // Common fields are formatted once. Lines are concatenated by hand, as a call brings about sixty.
  const received = instantOf(receivedAtMs);
  const who = `${identity?.consent ?? 0}\t${field(identity?.visitor ?? null)}\t${field(identity?.memberId ?? null)}\t${field(sender.network)}\t${field(sender.agent)}`;
  let lines = '';
  for (const report of reports) {
    const { session, seq } =
      report.session !== null && report.seq !== null
        ? { session: report.session, seq: report.seq }
        : ownName(report, sender);
    lines += `${received}\t${report.source}\t${sender.reporter}\t${session}\t${seq}\t${instantOf(report.happenedAtMs)}\t${field(report.trackingType)}\t${who}\t${field(report.platform)}\t${field(report.contentType)}\t${field(report.contentId)}\t${field(report.mediaType)}\t${field(report.programId)}\t${field(report.channel)}\t${field(report.rendition)}\t${field(report.playbackLogId)}\t${field(report.campaignId)}\t{${report.heard.join(',')}}\t${field(report.keyword)}\t${field(report.tagType)}\t${field(report.results)}\t${isNeverSampled({ isAd: report.source === ReportSource.AD, trackingType: report.trackingType }) ? 1 : sender.weight}\t${report.detail === null ? '\\N' : spelled(JSON.stringify(report.detail))}\n`;
  }
  return lines;
}
