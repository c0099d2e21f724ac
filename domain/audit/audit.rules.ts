/** Kinds of what an event may be about. */
export const SUBJECT_KINDS = [
  'approval',
  'article',
  'audit-position',
  'breaking-news',
  'campaign',
  'change-set',
  'chart-week',
  'column',
  'draft',
  'encoder',
  'event',
  'export',
  'film',
  'function',
  'guest-event',
  'home-shelf',
  'host',
  'incident',
  'job',
  'ledger-day',
  'member',
  'member-search',
  'order',
  'outage',
  'picture',
  'plan',
  'program',
  'promotion-batch',
  'promotion-code',
  'racing-day',
  'removal',
  'replay',
  'schedule',
  'schedule-override',
  'settlement',
  'staff',
  'static-page',
  'station-day',
  'stream',
  'video-hours',
  'work-item',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Kind, and id or name; as text `order:12`. */
export type Subject = readonly [kind: SubjectKind, id: number | string];

/** The newest position of the chain and its hash, kept outside the database. */
export interface AuditHead {
  position: number;
  /** Hexadecimal. */
  hash: string;
}

/** Text form for mail, log and command line: `812/9f86…`. */
export const auditHeadText = ({ position, hash }: AuditHead): string => `${position}/${hash}`;

/** Null if the text is no audit head. */
export function parseAuditHead(text: string): AuditHead | null {
  const found = /^(\d{1,15})\/([0-9a-f]{64})$/.exec(text);
  return found ? { position: Number(found[1]), hash: found[2]! } : null;
}
