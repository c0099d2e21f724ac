import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toContentCard } from '#app/components/lists/content-card.server.ts';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import { scheduleLines } from '#app/components/lists/schedule-words.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { paths, slugPart } from '#app/paths.ts';
import { listProgramReplays } from '#domain/archive/replay-lists.ts';
import { listArticles } from '#domain/articles/articles.ts';
import { getProgram, listRelatedPrograms } from '#domain/programs/programs.ts';
import { listBroadcasts } from '#domain/timetable/timetable.ts';
import { ContentType, PERFORMER_SHOW_PROGRAM_IDS } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { phrase } from '#shared/text/phrase.ts';
import { dayHkOf } from '#shared/hk-time.ts';

const BROADCASTS_SHOWN = 5;
const REPLAYS_SHOWN = 8;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const door = { db, now };
  const id = idParam(params.id);
  const program = await foundOr404(getProgram(door, id));
  // One canonical URL per programme: an old or missing name is redirected.
  if (params.name !== decodeURIComponent(slugPart(program.slug))) {
    throw redirect(paths.program(id, program.slug), {
      status: 301,
      headers: publicPage({ freshSeconds: 300, tags: ['programs', 'hosts'] }),
    });
  }
  const [broadcasts, related, highlights, { replays, notice }] = await Promise.all([
    listBroadcasts(door, { programId: id, channelBitwise: program.channelBitwise, limit: BROADCASTS_SHOWN }),
    listRelatedPrograms(door, { programId: id, limit: PAGE_LIMITS.relatedProgram }),
    listArticles(
      { db },
      { contentTypes: [ContentType.PROGRAM_HIGHLIGHT_ARTICLE], programId: id },
      { limit: PAGE_LIMITS.programDetailHighlights },
    ),
    listProgramReplays(db, { programId: id, limit: REPLAYS_SHOWN }),
  ]);
  return {
    siteUrl,
    nowMs: now.getTime(),
    id,
    slug: program.slug,
    title: phrase(program.title),
    tagline: phrase(program.tagline),
    description: program.description,
    art: program.keyart,
    channels: program.channelIds,
    isPerformerShow: PERFORMER_SHOW_PROGRAM_IDS.includes(id),
    category: { id: program.categoryId, name: program.categoryName },
    schedule: scheduleLines(program.schedule),
    broadcasts: broadcasts.map(({ channelId, startsAtMs, endsAtMs }) => ({ channelId, startsAtMs, endsAtMs })),
    hosts: program.hosts.map(({ id: hostId, name, slug, picture, hostType }) => ({
      id: hostId,
      name,
      slug,
      picture,
      isGuest: hostType === 'guest',
    })),
    parent: program.parent && {
      id: program.parent.id,
      title: program.parent.title,
      slug: program.parent.slug,
      art: program.parent.keyart,
    },
    parts: program.parts.map((part) => ({ ...toProgramCard(part), tagline: phrase(part.tagline) })),
    related: related.map(toProgramCard),
    today: dayHkOf(now),
    notice,
    replays: replays.map((replay) => toReplay(replay, archive, now)),
    highlights: highlights.articles.map((card) => toContentCard(card, now)),
  };
}

export function headers() {
  return publicPage({ tags: ['programs', 'timetable', 'hosts', 'archive', 'articles:303'] });
}
