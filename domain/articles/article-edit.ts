import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { ARTICLE_CHANGED, queueJob, queueSearchIndex, unqueueJob } from '#db/outbox.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import { previewOf, slugOf, soundAndPicture } from './article-edit.rules.ts';
import { articleInputSchema, faultAt, faultsOf, type ArticleFault, type ArticleInput } from './article-edit.schema.ts';
import {
  findBrokenReferences,
  findChangedBetween,
  findEditable,
  findStanding,
  lockStanding,
  insertArticle,
  updateArticle,
  updateStanding,
  type ArticleStanding,
  type ArticleWords,
} from './article-edit.store.ts';
import { sanitiseArticleHtml } from './article-html.ts';
import type { ArticleContentType } from './articles.schema.ts';

/** What an editor may change of an article, its standing, and whether it is public now. */
export type EditableArticle = ArticleStanding & ArticleWords & { isPublic: boolean };

interface Context {
  db: Db;
  now: Date;
}

const pageTags = (id: number, ...types: ArticleContentType[]) => [
  `article:${id}`,
  ...types.map((type) => `articles:${type}`),
];

/** Purges pages that show the article and schedules the same for its publication and withdrawal. */
async function announce(tx: Tx, article: ArticleStanding, formerType = article.contentType): Promise<void> {
  const { id, contentType, state, publishAt, withdrawAt } = article;
  const key = `${ARTICLE_CHANGED}:${id}`;
  await purgePages(tx, pageTags(id, contentType, formerType));
  await queueJob(tx, ARTICLE_CHANGED, { id }, { jobKey: key });
  for (const [name, at] of [
    ['publish', publishAt],
    ['withdraw', withdrawAt],
  ] as const) {
    // An instant that has already passed is processed at once: this is harmless and tolerates clock differences.
    if (state === 'published' && at)
      await queueJob(tx, ARTICLE_CHANGED, { id }, { jobKey: `${key}:${name}`, runAt: at });
    else await unqueueJob(tx, `${key}:${name}`);
  }
}

/** A block whose HTML is sanitised. */
export const sanitisedBlock = <Block extends ContentBlock>(block: Block): Block =>
  block.type === ContentBlockType.TEXT ? { ...block, html: sanitiseArticleHtml(block.html) } : block;

/** Sanitises text blocks and drops those left empty. */
export const cleanBlocks = (blocks: readonly ContentBlock[]): ContentBlock[] =>
  blocks
    .map((block) => sanitisedBlock(block))
    .filter((block) => block.type !== ContentBlockType.TEXT || block.html !== '');

/** Why an article could not be saved as it is; empty if it could. */
export async function faultsOfArticle({ db }: Pick<Context, 'db'>, input: ArticleInput): Promise<ArticleFault[]> {
  const parsed = articleInputSchema.safeParse(input);
  if (!parsed.success) return faultsOf(parsed.error);
  return (await findBrokenReferences(db, parsed.data)).map((path) => faultAt(path, 'not-found'));
}

/** An article of any state as its editors have it; null if there is none. */
export const findEditableArticle = (db: Db | Tx, id: number): Promise<EditableArticle | null> => findEditable(db, id);

/** The same, locked until the transaction ends. */
export async function lockEditableArticle(tx: Tx, id: number): Promise<EditableArticle | null> {
  return (await lockStanding(tx, id)) === null ? null : findEditable(tx, id);
}

/**
 * Saves an article: a new one as a draft, an existing one without changing its state. HTML is sanitised; slug and
 * preview are derived if absent. `invalidParam` has the faults as `faultsOfArticle` names them.
 */
export async function saveArticle({ db, now }: Context, input: ArticleInput): Promise<{ id: number }> {
  const parsed = articleInputSchema.safeParse(input);
  if (!parsed.success) throw new DomainError('invalidParam', { faults: faultsOf(parsed.error) });
  const { id: changed, ...draft } = parsed.data;
  const blocks = cleanBlocks(draft.blocks);
  const words = {
    ...draft,
    blocks,
    slug: slugOf(draft.slug ?? draft.title),
    previewContent: draft.previewContent ?? previewOf(blocks),
    ...soundAndPicture(blocks),
  };
  return db.transaction(async (tx) => {
    const broken = await findBrokenReferences(tx, parsed.data);
    if (broken.length > 0)
      throw new DomainError('invalidParam', { faults: broken.map((path) => faultAt(path, 'not-found')) });
    const former = changed === undefined ? null : await lockStanding(tx, changed);
    if (changed !== undefined && former === null) throw new DomainError('dataNotFound');
    const id = former ? former.id : await insertArticle(tx, words, now);
    if (former) await updateArticle(tx, id, words, now);
    const article = await findStanding(tx, id);
    // An article that was never public has no cached pages.
    if (article && former && article.state !== 'draft') await announce(tx, article, former.contentType);
    return { id };
  });
}

async function changeStanding(
  { db }: Context,
  id: number,
  change: Parameters<typeof updateStanding>[2],
): Promise<void> {
  await db.transaction(async (tx) => {
    const former = isPossibleId(id) ? await lockStanding(tx, id) : null;
    if (former === null) throw new DomainError('dataNotFound');
    const isPossible = await updateStanding(tx, id, change);
    if (!isPossible) throw impossible('withdrawal-too-early');
    const article = await findStanding(tx, id);
    if (article) await announce(tx, article);
  });
}

/**
 * Publishes at an instant, or at once if none is given, optionally until another. The change is visible within seconds.
 */
export async function publishArticle(
  context: Context,
  { id, publishAt, withdrawAt = null }: { id: number; publishAt?: Date | undefined; withdrawAt?: Date | null },
): Promise<void> {
  const isInstant = (at: Date | null | undefined) => !at || !Number.isNaN(at.getTime());
  if (!isInstant(publishAt) || !isInstant(withdrawAt))
    throw new DomainError('invalidParam', 'the publication or withdrawal time is invalid');
  await changeStanding(context, id, { state: 'published', publishAt: publishAt ?? 'at once', withdrawAt });
}

/**
 * Withdraws an article from every page, call, feed and cache within seconds.
 */
export async function withdrawArticle(context: Context, { id }: { id: number }): Promise<void> {
  await changeStanding(context, id, { state: 'withdrawn' });
}

/** Longer than a killed worker holds its jobs. */
const HELD_MS = 10 * 60_000;

/**
 * At the start of a worker: repeats what follows a change of the last minutes. A worker that was killed at the instant of a
 * publication holds the job of it for minutes, during which pages and search would not have the article.
 */
export async function spreadRecentChanges({ db, now }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of await findChangedBetween(tx, new Date(now.getTime() - HELD_MS), now))
      await queueJob(tx, ARTICLE_CHANGED, { id }, { jobKey: `${ARTICLE_CHANGED}:${id}` });
  });
}

/** Runs as the job of a change: purges pages that show the article and queues its indexing. */
export async function spreadArticleChange({ db }: { db: Db }, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const article = await findStanding(tx, id);
    if (article === null) return;
    const { contentType } = article;
    await purgePages(tx, pageTags(id, contentType));
    await queueSearchIndex(tx, contentType, id);
  });
}
