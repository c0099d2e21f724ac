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

/** A file that stands in a published article, or null. The article's id leads, so that no other article is looked at. */
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
