import type {
  GoalFields,
  ItemFields,
  PageFields,
  TermsFields,
} from '#domain/campaigns/editing/campaign-edit.schema.ts';
import type { PostFields } from '#domain/campaigns/posts/posts.schema.ts';
import type { Revised } from '../../directory/use-record.ts';

export type { GoalFields, ItemFields, PageFields, PostFields, TermsFields };

/** News of the campaign, or the answer to a question. */
export interface EditedPost extends Revised<PostFields> {
  post_id: number;
  posted_ts: number;
  is_withdrawn: boolean;
}

export interface EditedItem extends Revised<ItemFields> {
  item_id: number;
  sold: number;
  held: number;
  is_retired: boolean;
  is_ordered: boolean;
}

/** All that can be edited of a campaign. */
export interface EditedCampaign {
  campaign: string;
  is_public: boolean;
  is_ended: boolean;
  is_ordered: boolean;
  goal: Revised<GoalFields>;
  items: EditedItem[];
  /** Null: the words are in the code of the site. */
  page: Revised<PageFields> | null;
  terms: Revised<TermsFields> & {
    version: number;
    is_draft: boolean;
    published: { version: number; since: string; clauses: string[] }[];
  };
  /** Newest first. */
  posts: EditedPost[];
  blocks: string[];
}
