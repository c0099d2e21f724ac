import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toContentCard } from '#app/components/lists/content-card.server.ts';
import { scheduleLines } from '#app/components/lists/schedule-words.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { paths, slugPart } from '#app/paths.ts';
import { listArticles, listColumns } from '#domain/articles/articles.ts';
import { getHost, listHosts } from '#domain/hosts/hosts.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { listBroadcasts } from '#domain/timetable/timetable.ts';
import { ContentType } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';
import { relatedHosts } from './related-hosts.ts';

const PROGRAMS_SHOWN = 8;
const RELATED_SHOWN = 6;
const PIECES_A_COLUMN = 4;
const COLUMNS_SHOWN = 2;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, now };
  const id = idParam(params.id);
  const host = await foundOr404(getHost({ db }, id));
  if (params.name !== decodeURIComponent(slugPart(host.slug))) {
    throw redirect(paths.programHost(id, host.slug), {
      status: 301,
      headers: publicPage({ freshSeconds: 300, tags: ['programs', 'hosts'] }),
    });
  }
  const programs = [];
  for (const { id: programId, title, slug, keyart, channelIds, channelBitwise } of host.programs.slice(
    0,
    PROGRAMS_SHOWN,
  )) {
    const { schedule } = await getProgram(door, programId);
    const [next] = await listBroadcasts(door, { programId, channelBitwise, limit: 1 });
    programs.push({
      id: programId,
      slug,
      title: phrase(title),
      art: keyart,
      channels: channelIds,
      schedule: scheduleLines(schedule),
      next: next ? { channelId: next.channelId, startsAtMs: next.startsAtMs, endsAtMs: next.endsAtMs } : null,
    });
  }
  const columns = await Promise.all(
    (await listColumns({ db }, { hostId: id })).slice(0, COLUMNS_SHOWN).map(async (column) => {
      const { articles } = await listArticles(
        { db },
        { contentTypes: [ContentType.SOUND_COLUMN_ARTICLE], columnId: column.id },
        { limit: PIECES_A_COLUMN },
      );
      return {
        id: column.id,
        name: column.name,
        slug: column.slug,
        // The page already names the host.
        pieces: articles.map((card) => ({ ...toContentCard(card, now), by: '' })),
      };
    }),
  );
  const related = relatedHosts(host, await listHosts({ db })).slice(0, RELATED_SHOWN);
  return {
    siteUrl,
    nowMs: now.getTime(),
    id,
    slug: host.slug,
    name: host.name,
    nameEng: host.nameEng,
    isGuest: host.hostType === 'guest',
    tagline: phrase(host.tagline),
    bio: host.bio,
    picture: host.picture,
    channels: host.channelIds,
    programs,
    columns: columns.filter(({ pieces }) => pieces.length > 0),
    related: related.map((other) => ({
      id: other.id,
      name: other.name,
      slug: other.slug,
      picture: other.picture,
      isGuest: other.hostType === 'guest',
    })),
  };
}

export function headers() {
  return publicPage({ tags: ['hosts', 'programs', 'timetable', 'articles:302', 'columns'] });
}
