import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { mediaFiles, publishedArticles } from '#db/tables/articles.ts';

export interface MediaFile {
  id: number;
  /** Its name in the file store. */
  sha256: string;
  mimeType: string;
  bytes: number;
}

/** A file used in a published article, or null. Looked up by article id, so that no other article is read. */
export async function findMediaFileOf(db: Db, articleId: number, fileId: number): Promise<MediaFile | null> {
  const [file] = await db
    .select({
      id: mediaFiles.id,
      sha256: mediaFiles.sha256,
      mimeType: mediaFiles.mimeType,
      bytes: mediaFiles.bytes,
    })
    .from(publishedArticles)
    .innerJoin(mediaFiles, eq(mediaFiles.id, fileId))
    .where(
      and(
        eq(publishedArticles.id, articleId),
        sql`${publishedArticles.blocks} @> ${JSON.stringify([{ mediaFileId: fileId }])}::jsonb`,
      ),
    );
  return file ?? null;
}
