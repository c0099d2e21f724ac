import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { publishArticle, saveArticle, findEditableArticle } from '#domain/articles/article-edit.ts';
import { getArticle, type Article } from '#domain/articles/articles.ts';
import { DomainError } from '#shared/domain-error.ts';
import { inputOf } from './drafts.rules.ts';
import { findDraftFields } from './drafts.ts';

// A draft on the page that it will have, for who has a signed link. The link names the draft and not a revision: it shows
// what is saved when it is opened.

const LINK_LIFE_SECONDS = 15 * 60;

const macOf = (secretKey: string, signed: string): Buffer =>
  createHmac('sha256', secretKey).update(`draft preview ${signed}`).digest();

/** A token that shows a draft for fifteen minutes. The caller may edit the draft. */
export function previewToken(secretKey: string, draftId: number, now: Date): { token: string; expiresAt: Date } {
  const expiresSeconds = Math.floor(now.getTime() / 1000) + LINK_LIFE_SECONDS;
  const signed = `${draftId}-${expiresSeconds}`;
  return {
    token: `${signed}-${macOf(secretKey, signed).toString('base64url')}`,
    expiresAt: new Date(expiresSeconds * 1000),
  };
}

/** Draft and expiry of a token; `dataNotFound` if it is invalid or expired. */
function readToken(secretKey: string, token: string, now: Date): { draftId: number; expiresAt: Date } {
  const [, signed = '', draftId, seconds, mac = ''] = /^((\d{1,10})-(\d{1,12}))-([\w-]{43})$/.exec(token) ?? [];
  const expiresAt = new Date(Number(seconds) * 1000);
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secretKey, signed)];
  if (given.length !== right.length || !timingSafeEqual(given, right) || expiresAt <= now)
    throw new DomainError('dataNotFound', 'the preview link is invalid or has expired');
  return { draftId: Number(draftId), expiresAt };
}

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
  const { draftId, expiresAt } = readToken(secretKey, token, now);
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
