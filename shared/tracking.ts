/** Report numbers on the wire. The first are the spec's (EN-19, EN-30s); those from 900 on are ours. */
export const PlayEvent = {
  LIVE_PLAY: 100,
  LIVE_PROGRESS: 101,
  ARCHIVE_PLAY_HD: 200,
  ARCHIVE_PLAY_SD: 201,
  ARCHIVE_PROGRESS: 202,
  CONTENT_VIEWED: 300,
  PREMIUM_CONTENT_PLAY: 400,
  PREMIUM_CONTENT_PROGRESS: 401,
} as const;
export type PlayEvent = (typeof PlayEvent)[keyof typeof PlayEvent];

/** Tag types: the spec lists them in this order and numbers only COMMON; the rest follow from the order. */
export const TagType = {
  PROGRAM_TYPE: 1,
  META: 2,
  HK: 3,
  KLN: 4,
  NT: 5,
  NEWS: 6,
  PREMIUM_CONTENT: 7,
  COMMON: 100,
} as const;

/** The token of a browser that a sample leaves out. */
export const LEFT_OUT = 'none';

/** Never sampled: advertisements, as advertisers are billed by them, and read articles, each counted once by its readers. */
export const isNeverSampled = (report: { isAd: boolean; trackingType: unknown }): boolean =>
  report.isAd || report.trackingType === PlayEvent.CONTENT_VIEWED;

/** The call that sent a report: the `source` of a row. */
export const ReportSource = { PLAY: 1, TAG: 2, LIVE: 3, ERROR: 4, AD: 5 } as const;
export type ReportSource = (typeof ReportSource)[keyof typeof ReportSource];

/** Class of the sender. Robots and monitors are logged but excluded from the figures. */
export const ReportClass = { LISTENER: 0, ROBOT: 1, MONITOR: 2 } as const;
export type ReportClass = (typeof ReportClass)[keyof typeof ReportClass];

/** Life cycle of an advertisement, in order (SM-18, and what advertisers are reported). */
export const AdEvent = {
  REQUEST: 'request',
  BID: 'bid',
  FILL: 'fill',
  HOUSE: 'house',
  EMPTY: 'empty',
  REFRESH: 'refresh',
  VIEWABLE: 'viewable',
  CLICK: 'click',
  CLOSE: 'close',
  TIMEOUT: 'timeout',
  DROPPED: 'dropped',
  ERROR: 'error',
  REPORTED: 'reported',
  START: 'start',
  QUARTILE: 'quartile',
  COMPLETE: 'complete',
  SKIP: 'skip',
  BLOCKED: 'blocked',
} as const;
export type AdEvent = (typeof AdEvent)[keyof typeof AdEvent];

/** Maximum age of a report, hours. Older ones are counted as lost and do not change the figures. */
export const REPORT_HOURS = 72;
