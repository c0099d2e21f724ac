import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { findMediaFileOf, type MediaFile } from './media-files.store.ts';

export type { MediaFile } from './media-files.store.ts';

/**
 * A media file of a published article; `fileNotFound` for any other. Files are accessed through their article, so that
 * they are unavailable before publication and after withdrawal.
 */
export async function getMediaFileOf(
  { db }: { db: Db },
  { articleId, fileId }: { articleId: number; fileId: number },
): Promise<MediaFile> {
  const file = isPossibleId(articleId) && isPossibleId(fileId) ? await findMediaFileOf(db, articleId, fileId) : null;
  if (file === null) throw new DomainError('fileNotFound');
  return file;
}
