import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { findMediaFileOf, type MediaFile } from './media-files.store.ts';

export type { MediaFile } from './media-files.store.ts';

/**
 * A recording of an article the public may read; `fileNotFound` for any other. A file is reached through an article, so
 * that it goes when the article is withdrawn and cannot be had before its instant.
 */
export async function getMediaFileOf(
  { db }: { db: Db },
  { articleId, fileId }: { articleId: number; fileId: number },
): Promise<MediaFile> {
  const file = isPossibleId(articleId) && isPossibleId(fileId) ? await findMediaFileOf(db, articleId, fileId) : null;
  if (file === null) throw new DomainError('fileNotFound');
  return file;
}
