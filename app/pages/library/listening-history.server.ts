import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { listPageParam } from '#app/params.server.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { listHistory } from '#domain/library/history.ts';
import { searchWords } from '#domain/library/library.rules.ts';
import { addHistoryToPlaylist } from '#domain/library/playlist.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './lists/list-posted.server.ts';
import { toSectionViews } from './lists/section-view.server.ts';

/** A history of ten thousand entries has two hundred pages. */
const PAGE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl, db } = await libraryPage(args);
  const page = listPageParam(args.url.searchParams.get('page'));
  const keyword = searchWords(args.url.searchParams.get('keyword') ?? '').join(' ');
  if (subscriber === null) return { siteUrl, page, keyword, isPaused: false, hasMore: false, items: [] };
  const asked = { limit: PAGE, offset: (page - 1) * PAGE, keyword };
  const { items, nextOffset, isPaused } = await listHistory(library, subscriber, asked, now);
  const sections = items.map(({ section }) => section);
  const views = await toSectionViews(db, subscriber.memberId, sections, now);
  const today = dayHkOf(now);
  return {
    siteUrl,
    page,
    keyword,
    isPaused,
    hasMore: nextOffset !== null,
    items: views.map((view, i) => {
      const { entryId: id, playedAt } = items[i]!;
      return { ...view, id, day: timeText.relativeDay(dayHkOf(playedAt), today), playedClock: clockHk(playedAt) };
    }),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeChange(args, 'history', ({ library, actor, now }, which, direction) =>
    addHistoryToPlaylist(library, actor, { which, direction }, now),
  );
