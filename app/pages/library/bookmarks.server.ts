import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { span } from '#app/text/zh-hk/player.ts';
import { listBookmarks } from '#domain/library/bookmarks.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './list-posted.server.ts';
import { toSectionView } from './section-view.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl } = await libraryPage(args);
  if (subscriber === null) return { siteUrl, items: [] };
  const { items } = await listBookmarks(library, subscriber, now);
  return {
    siteUrl,
    items: items.map(({ section, bookmark: { id, at, note, words } }) => ({
      ...toSectionView(section, null, now),
      id,
      atMs: at.getTime(),
      into: span(at.getTime() - section.startsAt.getTime()),
      note,
      words,
    })),
  };
}

export const action = (args: ActionFunctionArgs) => takeChange(args, 'bookmark');
