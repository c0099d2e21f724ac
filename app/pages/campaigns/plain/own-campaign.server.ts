import { plainText } from '#app/text/zh-hk/campaigns-plain.ts';
import type { CampaignWords } from '#app/text/zh-hk/campaigns.ts';
import type { Db } from '#db/database.ts';
import { findOwnPage, type PageFields } from '#domain/campaigns/campaigns.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import type { Campaign } from '../campaign-table.ts';

const NAME = /^[a-z0-9_]{3,40}$/;

/** The texts of a page, with defaults for those that it omits. */
export const campaignWords = (
  kind: 'pledge' | 'sale',
  { title, lead, thanks, failure, shareText }: PageFields,
): CampaignWords => ({
  name: title,
  title,
  description: shareText || lead,
  // Texts of its items are in the database.
  items: {},
  status: plainText.status[kind],
  thanks: thanks || plainText.thanks[kind],
  thanksWords: plainText.thanksWords[kind],
  failure: failure || plainText.failure[kind],
});

export const pageViewOf = ({ lead, picture, pictureAlt, sections }: PageFields) => ({
  lead,
  picture,
  pictureAlt,
  sections,
});

/** A public campaign that was made at the desk; null if none has this name. */
export async function findOwnCampaign(db: Db, name: string): Promise<Campaign | null> {
  const own = NAME.test(name) ? await findOwnPage(db, name) : null;
  return (
    own && {
      name,
      design: 'plain',
      words: campaignWords(own.kind, own.fields),
      terms: own.terms.map(({ version, clauses, publishedAt }) => ({
        version: String(version),
        since: dayHkOf(publishedAt),
        clauses,
      })),
      page: pageViewOf(own.fields),
    }
  );
}
