/** Kinds of what an event may be about. */
export const SUBJECT_KINDS = [
  'ad-block',
  'approval',
  'article',
  'audit-position',
  'breaking-news',
  'campaign',
  'campaign-item',
  'campaign-items',
  'campaign-page',
  'campaign-post',
  'campaign-terms',
  'captioner',
  'change-set',
  'chart-week',
  'classic-import',
  'column',
  'cue',
  'draft',
  'encoder',
  'event',
  'export',
  'film',
  'film-page',
  'function',
  'guest-event',
  'home-shelf',
  'host',
  'house-booking',
  'house-creative',
  'incident',
  'job',
  'ledger-day',
  'letter',
  'live-blog',
  'live-entry',
  'live-pin',
  'mail-text',
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
  'replay-parts',
  'replay-price',
  'schedule',
  'schedule-override',
  'setting',
  'settlement',
  'song',
  'staff',
  'staff-job',
  'static-page',
  'station-day',
  'storage',
  'stream',
  'studio-link',
  'tunnel',
  'video-hours',
  'work-item',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/**
 * Fields that an event may have in its values. The compiler demands a word for each in `app/text/zh-hk/desk-fields.ts`, and that
 * no event has another.
 */
export type AuditField =
  | 'a128'
  | 'a64'
  | 'acceptHours'
  | 'accountId'
  | 'action'
  | 'addresses'
  | 'advertiser'
  | 'alt'
  | 'answer'
  | 'application'
  | 'archiveId'
  | 'area'
  | 'arrived'
  | 'artist'
  | 'articleId'
  | 'articles'
  | 'at'
  | 'attempts'
  | 'audio'
  | 'availableUntil'
  | 'batchId'
  | 'bio'
  | 'blocks'
  | 'body'
  | 'byline'
  | 'bytes'
  | 'caption'
  | 'categoryId'
  | 'cents'
  | 'changes'
  | 'channel'
  | 'channelBitwise'
  | 'chapters'
  | 'choosesDay'
  | 'clauses'
  | 'closesAt'
  | 'closesTs'
  | 'codes'
  | 'columnId'
  | 'contentType'
  | 'creative'
  | 'creativeId'
  | 'credits'
  | 'crops'
  | 'cues'
  | 'day'
  | 'dayFrom'
  | 'dayHk'
  | 'dayTo'
  | 'days'
  | 'lever'
  | 'deletedNext'
  | 'description'
  | 'deviceListUnlocked'
  | 'isFamily'
  | 'payerId'
  | 'removedIds'
  | 'differences'
  | 'differing'
  | 'discount'
  | 'doorsTs'
  | 'draft'
  | 'eligible'
  | 'endMinute'
  | 'ended'
  | 'endsAt'
  | 'endsTs'
  | 'ends_at'
  | 'eraseAt'
  | 'error'
  | 'expectedAt'
  | 'failure'
  | 'fileName'
  | 'files'
  | 'filmId'
  | 'firstDay'
  | 'focalX'
  | 'focalY'
  | 'found'
  | 'frames'
  | 'from'
  | 'gateway'
  | 'height'
  | 'horseRacingSkip'
  | 'hostId'
  | 'hostIds'
  | 'hours'
  | 'invitation'
  | 'invited'
  | 'isByHand'
  | 'isClosed'
  | 'isGuest'
  | 'isHot'
  | 'isRoadCoop'
  | 'isSent'
  | 'isWithdrawn'
  | 'items'
  | 'keyart'
  | 'keyartCredit'
  | 'kind'
  | 'kinds'
  | 'known'
  | 'label'
  | 'lang'
  | 'layoutTemplate'
  | 'lead'
  | 'licence'
  | 'lines'
  | 'listening'
  | 'logInUnlocked'
  | 'maxPerBuyer'
  | 'maxQuantity'
  | 'maxUses'
  | 'memberId'
  | 'member_id'
  | 'members'
  | 'mergedId'
  | 'mergedInto'
  | 'message'
  | 'messageId'
  | 'method'
  | 'minutes'
  | 'missing'
  | 'name'
  | 'nameEng'
  | 'nextId'
  | 'note'
  | 'number'
  | 'open'
  | 'opensAt'
  | 'opensTs'
  | 'orders'
  | 'outcome'
  | 'owner'
  | 'page'
  | 'paragraphs'
  | 'parentProgramId'
  | 'part'
  | 'parts'
  | 'path'
  | 'pinned'
  | 'perSecond'
  | 'permissions'
  | 'phone'
  | 'picture'
  | 'pictureAlt'
  | 'planId'
  | 'planIds'
  | 'position'
  | 'previewContent'
  | 'priceCents'
  | 'product'
  | 'program'
  | 'programId'
  | 'providers'
  | 'publish_at'
  | 'publishedTs'
  | 'reach'
  | 'reason'
  | 'receipt'
  | 'receiptCents'
  | 'refund'
  | 'refundNoteCents'
  | 'refused'
  | 'removed'
  | 'rentDays'
  | 'rentalId'
  | 'rentals'
  | 'replyByTs'
  | 'restRefund'
  | 'returns'
  | 'reversibleUntil'
  | 'revision'
  | 'rightsUntil'
  | 'role'
  | 'row'
  | 'rows'
  | 'said'
  | 'scans'
  | 'scope'
  | 'seats'
  | 'section'
  | 'sections'
  | 'sellsFrom'
  | 'sellsUntil'
  | 'sellsUntilTs'
  | 'severity'
  | 'sha256'
  | 'shareText'
  | 'slots'
  | 'slug'
  | 'songs'
  | 'source'
  | 'spoken'
  | 'startMinute'
  | 'startsAt'
  | 'startsTs'
  | 'state'
  | 'status'
  | 'stays'
  | 'story'
  | 'streamId'
  | 'subject'
  | 'subscriptionId'
  | 'summary'
  | 'tagline'
  | 'target'
  | 'targetCents'
  | 'task'
  | 'thanks'
  | 'tickets'
  | 'time'
  | 'title'
  | 'titleChi'
  | 'to'
  | 'told'
  | 'total'
  | 'tracking'
  | 'type'
  | 'unclear'
  | 'unheard'
  | 'until'
  | 'v21'
  | 'v24'
  | 'v25'
  | 'v360'
  | 'validFrom'
  | 'validTo'
  | 'venue'
  | 'version'
  | 'watchHours'
  | 'weekdayBitwise'
  | 'weekdays'
  | 'weight'
  | 'who'
  | 'why'
  | 'width'
  | 'withdraw_at'
  | 'words'
  | 'worthCents';

type OtherField<Values> = Values extends unknown ? Exclude<keyof Values, AuditField> : never;
/** Values of an event; the compiler refuses a field that is not listed. */
export type AuditValues<Values> = [OtherField<Values>] extends [never] ? Values : { notListed: OtherField<Values> };

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
