import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import type { Tx } from '#db/database.ts';
import { findEditableArticle } from '#domain/articles/article-edit.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { scopesOf } from './drafts.rules.ts';
import { findDraftFields, scopesOfDraft } from './drafts.ts';
import { correctArticle, discardDraft, publishDraft, restoreRevision, withdrawByHand } from './publishing.ts';

const id = z.number().int().min(1).max(MAX_ID);
/** Until the year 2100. */
const instant = z
  .number()
  .int()
  .min(1)
  .max(4_102_444_800)
  .describe('Unix seconds')
  .transform((seconds) => new Date(seconds * 1000));
const draft = { draft_id: id, revision: id.describe('Of the draft, as its publisher saw it; 409 at any other') };

const draftScopes = async (tx: Tx, { draft_id: draftId }: { draft_id: number }): Promise<Scope[]> => {
  const found = await findDraftFields({ db: tx }, draftId);
  return found === null ? [] : scopesOfDraft(tx, found);
};
const articleScopes = async (tx: Tx, { article_id: articleId }: { article_id: number }): Promise<Scope[]> => {
  const article = await findEditableArticle(tx, articleId);
  return article === null ? [] : scopesOf(article);
};

/** Staff actions with articles. What they change is public; what is typed before is saved by calls of its own. */
export const draftActions = (): StaffAction[] => [
  staffAction({
    name: 'articles.publish',
    permission: 'articles.publish',
    input: z.object({
      ...draft,
      publish_ts: instant.optional().describe('Absent: at once'),
      withdraw_ts: instant.nullable().default(null),
    }),
    needsReason: false,
    assigned: ['subject_id'],
    momentary: ['revision'],
    scopesOf: draftScopes,
    async run(tx, call, { draft_id: draftId, revision, publish_ts: publishAt, withdraw_ts: withdrawAt }) {
      const { articleId, number } = await publishDraft(tx, call, { draftId, revision, publishAt, withdrawAt });
      return { result: { article_id: articleId, revision: number } };
    },
  }),
  staffAction({
    name: 'articles.correct',
    permission: 'articles.publish',
    input: z.object({ ...draft, note: z.string().trim().min(1).max(500).describe('Shown at the end of the article') }),
    momentary: ['revision'],
    scopesOf: draftScopes,
    async run(tx, call, { draft_id: draftId, revision, note }) {
      const { articleId, number } = await correctArticle(tx, call, { draftId, revision, note });
      return { result: { article_id: articleId, revision: number } };
    },
  }),
  staffAction({
    name: 'articles.withdraw',
    permission: 'articles.withdraw',
    input: z.object({ article_id: id }),
    scopesOf: articleScopes,
    run: (tx, call, { article_id: articleId }) => withdrawByHand(tx, call, articleId),
  }),
  staffAction({
    name: 'articles.restore',
    permission: 'articles.edit',
    input: z.object({ article_id: id, revision: id.describe('Number of the revision') }),
    needsReason: false,
    scopesOf: articleScopes,
    async run(tx, call, { article_id: articleId, revision: number }) {
      const { draftId } = await restoreRevision(tx, call, { articleId, number });
      return { result: { draft_id: draftId } };
    },
  }),
  staffAction({
    name: 'drafts.discard',
    permission: 'articles.edit',
    input: z.object(draft),
    needsReason: false,
    scopesOf: draftScopes,
    run: (tx, call, { draft_id: draftId, revision }) => discardDraft(tx, call, { draftId, revision }),
  }),
];
