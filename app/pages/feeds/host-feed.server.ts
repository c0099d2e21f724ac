import { paths } from '#app/paths.ts';
import { feedText } from '#app/text/zh-hk/feeds.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { listProgramReplays } from '#domain/archive/replay-lists.ts';
import { listArticles, listColumns } from '#domain/articles/articles.ts';
import { getHost } from '#domain/hosts/hosts.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { listFilmsWith } from '#domain/films/films.ts';
import { foundOr404 } from '#app/params.server.ts';
import { ContentType } from '#shared/enums.ts';
import { toFeedItem, type Door, type Feed, type FeedItem } from './feed-item.server.ts';

/** Maximum per host: pages of programmes and columns have the rest. */
const PROGRAMS = 8;
const COLUMNS = 8;

/** Replays and highlights of a host's programmes, pieces of the columns, and films of those or with the host in their credits. */
export async function hostFeed(door: Door, id: number): Promise<Feed> {
  const host = await foundOr404(getHost(door, id));
  const programs = host.programs.slice(0, PROGRAMS);
  return {
    title: host.name,
    page: paths.programHost(host.id, host.slug),
    tags: [FILMS_TAG, 'hosts', 'programs', 'columns', 'articles:302', 'articles:303', ARCHIVE_TAG],
    async items(limit) {
      const columns = (await listColumns(door, { hostId: id })).slice(0, COLUMNS);
      const written = await Promise.all([
        ...columns.map((column) => listArticles(door, { columnId: column.id }, { limit })),
        ...programs.map((program) =>
          listArticles(
            door,
            { programId: program.id, contentTypes: [ContentType.PROGRAM_HIGHLIGHT_ARTICLE] },
            { limit },
          ),
        ),
      ]);
      const heard = await Promise.all(
        programs.map((program) => listProgramReplays(door.db, { programId: program.id, limit })),
      );
      const films = await listFilmsWith(door, { name: host.name, programIds: programs.map((one) => one.id), limit });
      const replays = heard.flatMap(({ replays: all }) => all.filter(({ broadcast }) => broadcast.isOver));
      return [
        ...written.flatMap(({ articles }) => articles.map(toFeedItem)),
        ...films.map((film): FeedItem => ({
          title: film.title,
          path: paths.premiumVideoDetail(film.id, film.title),
          guid: `/films/${film.id}`,
          atMs: film.publishedAt.getTime(),
          description: film.tagline,
          category: film.category.name,
          picture: film.keyart,
        })),
        ...replays.map(({ broadcast }): FeedItem => ({
          title: `${broadcast.title ?? broadcast.programTitle}（${timeText.date(broadcast.dayHk)}）`,
          path: paths.replay(broadcast.id),
          guid: `/replays/${broadcast.id}`,
          atMs: broadcast.endsAt.getTime(),
          description: broadcast.notice ?? '',
          category: feedText.replays,
          picture: broadcast.keyart,
        })),
      ]
        .toSorted((a, b) => b.atMs - a.atMs)
        .slice(0, limit);
    },
  };
}
