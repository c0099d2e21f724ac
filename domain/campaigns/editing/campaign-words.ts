import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { demandRevision, differencesOf, revisionOf, type ActionCall } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit } from '#domain/audit/audit.ts';
import { updateCampaign } from '../campaigns.store.ts';
import { campaignTag } from '../campaign-progress.ts';
import type { PageFields, TermsFields } from './campaign-edit.schema.ts';
import {
  findPage,
  findPublicPage,
  findPublicPages,
  findTerms,
  publishTermsRow,
  savePageRow,
  saveTermsRow,
  type TermsRow,
} from './campaign-edit.store.ts';
import { lockRunning } from './campaign-edit.ts';
import { refused } from '#shared/staff/refusals.ts';

// What a campaign says: its page, and the terms that its buyers accept.

type Call = Pick<ActionCall, 'hand' | 'now'>;

/** How many campaigns a page lists. */
const MAX_LISTED = 20;

/** What the pages of a public campaign say; null if its words are in the site's code. Cached until it is purged. */
export const findOwnPage = (db: Db, name: string) =>
  cachedQuery(db, { key: `campaign page ${name}`, tags: [campaignTag(name)] }, () => findPublicPage(db, name));

/** Public campaigns with such a page that have not ended. */
export const listOwnPages = (db: Db) => findPublicPages(db, MAX_LISTED);

/** Saves the words and pictures, which are public at once if the campaign is. */
export async function savePage(
  tx: Tx,
  { hand, now }: Call,
  { name, base, fields: after }: { name: string; base: string; fields: PageFields },
): Promise<{ before: PageFields; after: PageFields; revision: string }> {
  const campaign = await lockRunning(tx, name);
  const before = await findPage(tx, campaign.id);
  if (before === null) throw refused('coded');
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['campaign-page', name])).name });
  if (campaign.isPublic && (after.title === '' || after.lead === '')) throw refused('wordless');
  await savePageRow(tx, campaign.id, after, now);
  await purgePages(tx, [campaignTag(name)]);
  const entry = {
    action: 'campaigns.save-page',
    subject: ['campaign-page', name],
    ...differencesOf(before, after),
  } as const;
  await recordAudit(tx, hand, entry, now);
  return { before, after, revision: revisionOf(after) };
}

/** The terms being written; without any, those in force, from which the next version begins. */
export function draftTermsOf([newest]: readonly TermsRow[]): {
  version: number;
  fields: TermsFields;
  isDraft: boolean;
} {
  if (!newest) return { version: 1, fields: { clauses: [] }, isDraft: false };
  const isDraft = newest.publishedAt === null;
  return { version: isDraft ? newest.version : newest.version + 1, fields: { clauses: newest.clauses }, isDraft };
}

/** Saves the version of the terms that is not published yet. */
export async function saveTerms(
  tx: Tx,
  { hand, now }: Call,
  { name, base, fields: after }: { name: string; base: string; fields: TermsFields },
): Promise<{ before: TermsFields; after: TermsFields; revision: string }> {
  const campaign = await lockRunning(tx, name);
  if ((await findPage(tx, campaign.id)) === null) throw refused('coded');
  const { version, fields: before } = draftTermsOf(await findTerms(tx, campaign.id));
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['campaign-terms', name])).name });
  await saveTermsRow(tx, { campaignId: campaign.id, version, clauses: after.clauses }, now);
  const subject = ['campaign-terms', name] as const;
  await recordAudit(tx, hand, { action: 'campaigns.save-terms', subject, ...differencesOf(before, after) }, now);
  return { before, after, revision: revisionOf(after) };
}

/**
 * Puts the version being written in force. Buyers with the payment page open must accept it; orders keep the version
 * that they accepted.
 */
export async function publishTerms(tx: Tx, { hand, now }: Call, name: string): Promise<void> {
  const campaign = await lockRunning(tx, name);
  // Those of a draft are published with it.
  if (!campaign.isPublic) throw refused('no-terms');
  const terms = await findTerms(tx, campaign.id);
  const [newest, former] = terms;
  if (!newest || newest.publishedAt !== null || newest.clauses.length === 0) throw refused('no-terms');
  await publishTermsRow(tx, campaign.id, now);
  await updateCampaign(tx, campaign.id, { termsVersion: String(newest.version) }, now);
  await purgePages(tx, [campaignTag(name)]);
  const values = ({ version, clauses }: TermsRow) => ({ version, clauses });
  const subject = ['campaign-terms', name] as const;
  const entry = {
    action: 'campaigns.publish-terms',
    subject,
    ...(former && { before: values(former) }),
    after: values(newest),
  } as const;
  await recordAudit(tx, hand, entry, now);
}
