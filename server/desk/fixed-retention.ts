import { DETAILS_KEPT_DAYS } from '#domain/campaigns/campaigns.rules.ts';
import { KEPT_DAYS as REPORTS_KEPT_DAYS } from '#domain/diagnostics/diagnostics.rules.ts';
import { KEPT_YEARS } from '#domain/ledger/ledger.rules.ts';
import { GRACE_DAYS } from '#domain/privacy/privacy.ts';
import { ORDERLESS_KEPT_DAYS } from '#domain/sales/sales.rules.ts';
import type { Config } from '#server/config.ts';

/** What is kept for a time that the law, a promise on a page, or the configuration of the machine decides. */
export const fixedRetention = ({ TRACKING_DAYS: tracking }: Pick<Config, 'TRACKING_DAYS'>) => [
  { key: 'books', days: KEPT_YEARS * 365 },
  { key: 'audit', days: KEPT_YEARS * 365 },
  { key: 'erasure', days: GRACE_DAYS },
  { key: 'tracking', days: tracking },
  { key: 'campaign-details', days: DETAILS_KEPT_DAYS },
  { key: 'guests', days: ORDERLESS_KEPT_DAYS },
  { key: 'diagnostics', days: REPORTS_KEPT_DAYS },
];
