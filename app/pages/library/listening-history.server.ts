import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { listPageParam } from '#app/params.server.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { listHistory } from '#domain/library/history.ts';
import { addHistoryToPlaylist } from '#domain/library/playlist.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './list-posted.server.ts';
import { toSectionViews } from './section-view.server.ts';

/** The history of ten thousand has two hundred pages. */
const PAGE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl, db } = await libraryPage(args);
  const page = listPageParam(args.url.searchParams.get('page'));
  if (subscriber === null) return { siteUrl, page, hasMore: false, items: [] };
  const { items, nextOffset } = await listHistory(library, subscriber, { limit: PAGE, offset: (page - 1) * PAGE }, now);
  const sections = items.map(({ section }) => section);
  const views = await toSectionViews(db, subscriber.memberId, sections, now);
  const today = dayHkOf(now);
  return {
    siteUrl,
    page,
    hasMore: nextOffset !== null,
    items: views.map((view, i) => {
      const { entryId: id, playedAt } = items[i]!;
      return { ...view, id, day: timeText.relativeDay(dayHkOf(playedAt), today), playedClock: clockHk(playedAt) };
    }),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeChange(args, 'history', ({ library, actor, now }, historyId, direction) =>
    addHistoryToPlaylist(library, actor, { historyId, direction: direction ?? undefined }, now),
  );
