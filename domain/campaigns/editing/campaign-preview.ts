import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { readPreviewToken } from '#shared/preview-link.ts';
import { findCampaignById } from '../campaigns.store.ts';
import type { Standing } from '../campaigns.types.ts';
import { getFullStanding } from '../standing.ts';
import type { PageFields } from './campaign-edit.schema.ts';
import { findPage, findTerms } from './campaign-edit.store.ts';

/** The campaign of a token as it is now, with the newest terms; `dataNotFound` for a token that is invalid or expired. */
export async function previewCampaign(
  { db, secretKey, now }: { db: Db; secretKey: string; now: Date },
  token: string,
): Promise<{ standing: Standing; fields: PageFields; clauses: string[]; expiresAt: Date }> {
  const { id, expiresAt } = readPreviewToken(secretKey, 'campaign', token, now);
  const campaign = await findCampaignById(db, id);
  const fields = campaign && (await findPage(db, id));
  if (!fields) throw new DomainError('dataNotFound');
  const { items, ...standing } = await getFullStanding({ db, now }, campaign.name);
  const [terms] = await findTerms(db, id);
  return {
    standing: { ...standing, items: items.filter(({ isRetired }) => !isRetired) },
    fields,
    clauses: terms?.clauses ?? [],
    expiresAt,
  };
}
