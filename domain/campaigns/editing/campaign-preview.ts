import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { readPreviewToken } from '#shared/preview-link.ts';
import { findCampaignById } from '../campaigns.store.ts';
import type { CampaignProgress } from '../campaigns.types.ts';
import { getFullProgress } from '../campaign-progress.ts';
import type { PageFields } from './campaign-edit.schema.ts';
import { findPage, findTerms } from './campaign-edit.store.ts';

/** The campaign of a token as it is now, with the newest terms; `dataNotFound` for a token that is invalid or expired. */
export async function previewCampaign(
  { db, secretKey, now }: { db: Db; secretKey: string; now: Date },
  token: string,
): Promise<{ progress: CampaignProgress; fields: PageFields; clauses: string[]; expiresAt: Date }> {
  const { id, expiresAt } = readPreviewToken(secretKey, 'campaign', token, now);
  const campaign = await findCampaignById(db, id);
  const fields = campaign && (await findPage(db, id));
  if (!fields) throw new DomainError('dataNotFound');
  const { items, ...progress } = await getFullProgress({ db, now }, campaign.name);
  const [terms] = await findTerms(db, id);
  return {
    progress: { ...progress, items: items.filter(({ isRetired }) => !isRetired) },
    fields,
    clauses: terms?.clauses ?? [],
    expiresAt,
  };
}
