import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { demandRevision, differencesOf, revisionOf, type ActionCall } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { findCampaign } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.types.ts';
import { campaignTag } from '../campaign-progress.ts';
import { MAX_POSTS, UPDATES_SHOWN } from './posts.rules.ts';
import type { PostFields } from './posts.schema.ts';
import { countPosts, findAllPosts, findPosts, insertPost, lockPost, updatePost, type PostRow } from './posts.store.ts';

// News of a campaign and answers to questions, written at the desk. Also of one that has ended: that is when there is
// most to report.

type Call = Pick<ActionCall, 'hand' | 'now'>;

const noPost = () => new DomainError('dataNotFound', 'the post does not exist');

const fieldsOf = ({ kind, title, body, picture, pictureAlt }: PostRow): PostFields => ({
  kind,
  title,
  body,
  picture,
  pictureAlt,
});

/** Posts on a campaign's page: its newest updates, and all questions in the order in which they were posted. */
export function listPosts(
  db: Db,
  { id, name }: Pick<CampaignRow, 'id' | 'name'>,
): Promise<{ updates: PostRow[]; questions: PostRow[] }> {
  return cachedQuery(db, { key: `campaign posts ${id}`, tags: [campaignTag(name)] }, async () => {
    const posts = await findPosts(db, id, MAX_POSTS);
    return {
      updates: posts.filter(({ kind }) => kind === 'update').slice(0, UPDATES_SHOWN),
      questions: posts.filter(({ kind }) => kind === 'question').toReversed(),
    };
  });
}

/** All posts of a campaign for the desk, newest first, each with its revision. */
export async function listEditedPosts(db: Db, campaignId: number) {
  const posts = await findAllPosts(db, campaignId, MAX_POSTS);
  return posts.map((post) => ({
    id: post.id,
    fields: fieldsOf(post),
    revision: revisionOf(fieldsOf(post)),
    postedAt: post.postedAt,
    isWithdrawn: post.withdrawnAt !== null,
  }));
}

/** Posts on a campaign's page at once, if the campaign is public. Returns the id. */
export async function addPost(
  tx: Tx,
  { hand, now }: Call,
  { name, fields }: { name: string; fields: PostFields },
): Promise<number> {
  const campaign = await findCampaign(tx, name);
  if (!campaign) throw new DomainError('dataNotFound', 'the campaign does not exist');
  if ((await countPosts(tx, campaign.id)) >= MAX_POSTS) throw refused('too-many-posts', { max: MAX_POSTS });
  demandAlternative(fields);
  const id = await insertPost(tx, { ...fields, campaignId: campaign.id, postedAt: now, updatedAt: now });
  await purgePages(tx, [campaignTag(name)]);
  const entry = { action: 'campaigns.post', subject: ['campaign-post', id], after: { ...fields } } as const;
  await recordAudit(tx, hand, entry, now);
  return id;
}

function demandAlternative({ picture, pictureAlt }: PostFields): void {
  if (picture !== '' && pictureAlt === '')
    throw new DomainError('invalidParam', { fieldErrors: { pictureAlt: ['say what the picture shows'] } });
}

/** Saves a post. `base` is the revision that the edit began with; `conflict` with the present fields at any other. */
export async function savePost(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields: after }: { id: number; base: string; fields: PostFields },
): Promise<{ before: PostFields; after: PostFields; revision: string }> {
  const found = await lockPost(tx, id);
  if (!found) throw noPost();
  const before = fieldsOf(found.post);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['campaign-post', id])).name });
  demandAlternative(after);
  await updatePost(tx, id, { ...after, updatedAt: now });
  await purgePages(tx, [campaignTag(found.campaign)]);
  const entry = {
    action: 'campaigns.save-post',
    subject: ['campaign-post', id],
    ...differencesOf(before, after),
  } as const;
  await recordAudit(tx, hand, entry, now);
  return { before, after, revision: revisionOf(after) };
}

/** Takes a post from the page, or puts it back. */
export async function withdrawPost(
  tx: Tx,
  { hand, now }: Call,
  { id, isWithdrawn }: { id: number; isWithdrawn: boolean },
): Promise<void> {
  const found = await lockPost(tx, id);
  if (!found) throw noPost();
  const was = found.post.withdrawnAt !== null;
  if (was === isWithdrawn) throw refused('same-value');
  await updatePost(tx, id, { withdrawnAt: isWithdrawn ? now : null, updatedAt: now });
  await purgePages(tx, [campaignTag(found.campaign)]);
  const state = (is: boolean) => ({ title: found.post.title, isWithdrawn: is });
  const entry = {
    action: isWithdrawn ? 'campaigns.withdraw-post' : 'campaigns.restore-post',
    subject: ['campaign-post', id],
    before: state(was),
    after: state(isWithdrawn),
  } as const;
  await recordAudit(tx, hand, entry, now);
}

/** A role may be held for one campaign. */
export async function scopesOfPost(tx: Tx, id: number): Promise<Scope[]> {
  const found = await lockPost(tx, id);
  return found ? [{ kind: 'campaign', id: found.campaign }] : [];
}
