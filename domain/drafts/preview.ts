import type { Db, Tx } from '#db/database.ts';
import { publishArticle, saveArticle, findEditableArticle } from '#domain/articles/article-edit.ts';
import { getArticle, type Article } from '#domain/articles/articles.ts';
import { DomainError } from '#shared/domain-error.ts';
import { readPreviewToken } from '#shared/preview-link.ts';
import { inputOf } from './drafts.rules.ts';
import { findDraftFields } from './drafts.ts';

/** Carries the article out of a transaction that is rolled back. */
class Published extends Error {
  readonly article: Article;
  constructor(article: Article) {
    super('rolled back');
    this.article = article;
  }
}

async function publishAndRead(tx: Tx, draftId: number, now: Date): Promise<Article> {
  const draft = await findDraftFields({ db: tx }, draftId);
  if (draft === null) throw new DomainError('dataNotFound');
  const former = draft.articleId === null ? null : await findEditableArticle(tx, draft.articleId);
  const { id } = await saveArticle({ db: tx, now }, inputOf(draft.fields, draft.articleId));
  await publishArticle({ db: tx, now }, { id, publishAt: former?.isPublic ? former.publishAt : undefined });
  return getArticle({ db: tx }, id);
}

/**
 * The article that a token's draft would be if it were published now. It is published and read in a transaction that is
 * rolled back, so that nothing else sees it: neither pages nor jobs, purges or search. `dataNotFound` for a token that is
 * invalid or expired, and for a draft that is gone or could not be published.
 */
export async function previewArticle(
  { db, secretKey, now }: { db: Db; secretKey: string; now: Date },
  token: string,
): Promise<{ article: Article; expiresAt: Date }> {
  const { id: draftId, expiresAt } = readPreviewToken(secretKey, 'draft', token, now);
  try {
    await db.transaction(async (tx) => {
      throw new Published(await publishAndRead(tx, draftId, now));
    });
  } catch (error) {
    if (error instanceof Published) return { article: error.article, expiresAt };
    if (error instanceof DomainError && error.errorName === 'invalidParam') throw new DomainError('dataNotFound');
    throw error;
  }
  throw new DomainError('dataNotFound');
}
