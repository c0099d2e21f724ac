import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { findNewestBulletin, listBulletinWords, secondsOf } from '#domain/bulletins/bulletins.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const found = await findNewestBulletin({ db, now });
  if (found === null) return { siteUrl, bulletin: null };
  const parts = await Promise.all(
    found.parts.map(async (part) => ({
      topic: part.topic,
      title: part.title,
      channelId: part.streamId,
      startsAtMs: part.startsAt.getTime(),
      endsAtMs: part.endsAt.getTime(),
      said: (await listBulletinWords(db, part)).map(({ words }) => words),
    })),
  );
  return {
    siteUrl,
    bulletin: { id: found.id, endedAtMs: found.endedAt.getTime(), seconds: secondsOf(found), parts },
  };
}

/** A new bulletin appears within 15 s of its end: `SETTLE_MS`, and this. */
export const headers = () => publicPage({ freshSeconds: 5, staleSeconds: 0, tags: [ARCHIVE_TAG] });
