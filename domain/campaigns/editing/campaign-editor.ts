import type { Db } from '#db/database.ts';
import { revisionOf } from '#domain/actions/actions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { previewToken } from '#shared/preview-link.ts';
import { findCampaign } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.types.ts';
import { findOrderedItems, findPage, findTerms, hasOrders } from './campaign-edit.store.ts';
import { goalOf, listItemFields, readBlocks, unknown } from './campaign-edit.ts';
import { listEditedPosts } from '../posts/posts.ts';
import { draftTermsOf } from './campaign-words.ts';

/** A campaign of any state; `dataNotFound` if there is none. */
export async function getCampaignRow(db: Db, name: string): Promise<CampaignRow> {
  const campaign = await findCampaign(db, name);
  if (!campaign) throw unknown();
  return campaign;
}

/** A token that shows a campaign as it is edited; `dataNotFound` if its words are in the code of the site. */
export async function campaignPreviewToken(
  { db, secretKey, now }: { db: Db; secretKey: string; now: Date },
  { id }: CampaignRow,
): Promise<{ token: string; expiresAt: Date }> {
  if ((await findPage(db, id)) === null) throw new DomainError('dataNotFound', 'its words are in the code of the site');
  return previewToken(secretKey, 'campaign', id, now);
}

/** All that can be edited of a campaign, as the desk has it. */
export async function readEditor(db: Db, campaign: CampaignRow, now: Date) {
  const items = await listItemFields(db, campaign.id);
  const ordered = await findOrderedItems(
    db,
    items.map(({ id }) => id),
  );
  const page = await findPage(db, campaign.id);
  const versions = await findTerms(db, campaign.id);
  const terms = draftTermsOf(versions);
  const blocks = await readBlocks(db, campaign, now);
  const goal = goalOf(campaign);
  const posts = await listEditedPosts(db, campaign.id);
  return {
    campaign: campaign.name,
    is_public: campaign.isPublic,
    is_ended: campaign.endedAs !== null,
    is_ordered: await hasOrders(db, campaign.id),
    goal: { fields: goal, revision: revisionOf(goal) },
    items: items.map(({ id, fields, sold, held, isRetired }) => ({
      item_id: id,
      fields,
      revision: revisionOf(fields),
      sold,
      held,
      is_retired: isRetired,
      is_ordered: ordered.has(id),
    })),
    page: page && { fields: page, revision: revisionOf(page) },
    terms: {
      version: terms.version,
      is_draft: terms.isDraft,
      fields: terms.fields,
      revision: revisionOf(terms.fields),
      published: versions.flatMap(({ version, publishedAt, clauses }) =>
        publishedAt === null ? [] : [{ version, since: dayHkOf(publishedAt), clauses }],
      ),
    },
    posts: posts.map(({ id, fields, revision, postedAt, isWithdrawn }) => ({
      post_id: id,
      fields,
      revision,
      posted_ts: unixSeconds(postedAt),
      is_withdrawn: isWithdrawn,
    })),
    blocks,
  };
}
