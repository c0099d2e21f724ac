import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { timeText } from '#app/text/zh-hk/time.ts';
import { listHistory } from '#domain/library/history.ts';
import { HISTORY_AT_MOST } from '#domain/library/library.rules.ts';
import { addHistoryToPlaylist } from '#domain/library/playlist.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './list-posted.server.ts';
import { toSectionViews } from './section-view.server.ts';

const PAGE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl, db } = await libraryPage(args);
  const asked = Number(args.url.searchParams.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= HISTORY_AT_MOST / PAGE ? asked : 1;
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
