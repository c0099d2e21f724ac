import type { Tx } from '#db/database.ts';
import { liveBlogs, liveEntries, liveEntryRevisions } from '#db/tables/live-blogs.ts';
import { liveBlogFixture } from '#fixtures/content/live-blog.ts';
import { staffFixtures } from '#fixtures/staff.ts';
import { ContentBlockType } from '#shared/enums.ts';

/** Demo only: a live blog. Needs articles and the accounts of the desk. Returns how many entries it has. */
export async function seedDemoLiveBlog(tx: Tx, now: Date): Promise<number> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const { articleId, accountId, openedMinutesAgo, entries } = liveBlogFixture;
  const author = staffFixtures.find(({ id }) => id === accountId)?.name ?? '';
  await tx.insert(liveBlogs).values({ articleId, openedAt: ago(openedMinutesAgo), sequence: entries.length });
  const rows = await tx
    .insert(liveEntries)
    .values(
      entries.map(({ minutesAgo, html, isSigned, isPinned = false, channel, correction, withdrawal }, index) => ({
        articleId,
        sequence: index + 1,
        postedAt: ago(minutesAgo),
        postedBy: accountId,
        byline: isSigned ? author : '',
        blocks: [{ type: ContentBlockType.TEXT, html }],
        isPinned,
        ...(channel && { channel, heardAt: ago(minutesAgo + 1) }),
        ...(correction && {
          revision: 2,
          corrections: [{ atMs: ago(correction.minutesAgo).getTime(), note: correction.note }],
        }),
        ...(withdrawal && { withdrawnAt: ago(minutesAgo - 2), withdrawalNote: withdrawal }),
      })),
    )
    .returning({ id: liveEntries.id, sequence: liveEntries.sequence });
  for (const { id, sequence } of rows) {
    const { correction } = entries[sequence - 1]!;
    if (correction)
      await tx.insert(liveEntryRevisions).values({
        entryId: id,
        revision: 1,
        blocks: [{ type: ContentBlockType.TEXT, html: correction.former }],
        replacedAt: ago(correction.minutesAgo),
        replacedBy: accountId,
      });
  }
  return entries.length;
}
