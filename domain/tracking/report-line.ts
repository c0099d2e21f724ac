import { createHash } from 'node:crypto';
import type { Report } from './reports.rules.ts';
import type { TrackingIdentity } from './tracking-token.ts';

export interface Sender {
  reporter: number;
  network: string;
  agent: string;
  identity: TrackingIdentity | null;
}

/** The columns of `tracking_events`, in the order of a line. */
export const LINE_COLUMNS =
  'received_at, source, reporter, session, seq, happened_at, tracking_type, consent, visitor, member_id, network, agent, platform, content_type, content_id, media_type, program_id, channel, rendition, playback_log_id, campaign_id, heard, keyword, tag_type, results, detail';

const ESCAPED = /[\\\t\n\r]/g;
const SPELLED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const spelled = (text: string): string => text.replace(ESCAPED, (letter) => SPELLED[letter]!);
const field = (value: string | number | null): string =>
  value === null ? '\\N' : typeof value === 'number' ? String(value) : spelled(value);
const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Of a sender that counts nothing: the same report twice has the same name and number, and so counts once. */
function ownName(report: Report, sender: Sender): { session: string; seq: number } {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const session = hash(`${report.playbackLogId} ${sender.network} ${sender.agent}`).toString('base64url').slice(0, 22);
  const seq = hash(`${report.source} ${report.trackingType} ${report.contentId} ${report.happenedAtMs}`).readUInt32BE(
    0,
  );
  return { session, seq: seq & 0x7fff_ffff };
}

/** One line of COPY's text format, with its end. */
export function reportLine(report: Report, sender: Sender, receivedAtMs: number): string {
  const { identity } = sender;
  const named =
    report.session !== null && report.seq !== null
      ? { session: report.session, seq: report.seq }
      : ownName(report, sender);
  return `${[
    instantOf(receivedAtMs),
    report.source,
    sender.reporter,
    named.session,
    named.seq,
    instantOf(report.happenedAtMs),
    field(report.trackingType),
    identity?.consent ?? 0,
    field(identity?.visitor ?? null),
    field(identity?.memberId ?? null),
    field(sender.network),
    field(sender.agent),
    field(report.platform),
    field(report.contentType),
    field(report.contentId),
    field(report.mediaType),
    field(report.programId),
    field(report.channel),
    field(report.rendition),
    field(report.playbackLogId),
    field(report.campaignId),
    `{${report.heard.join(',')}}`,
    field(report.keyword),
    field(report.tagType),
    field(report.results),
    report.detail === null ? '\\N' : spelled(JSON.stringify(report.detail)),
  ].join('\t')}\n`;
}
