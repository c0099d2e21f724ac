import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { span } from '#app/text/zh-hk/player.ts';
import { listBookmarks } from '#domain/library/bookmarks.ts';
import { addBookmarkedToPlaylist } from '#domain/library/playlist.ts';
import { DomainError } from '#shared/domain-error.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './lists/list-posted.server.ts';
import { toSectionView } from './lists/section-view.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl } = await libraryPage(args);
  if (subscriber === null) return { siteUrl, items: [] };
  const { items } = await listBookmarks(library, subscriber, now);
  return {
    siteUrl,
    items: items.map(({ section, bookmark: { id, at, note, words } }) => ({
      ...toSectionView(section, { positionAt: null, linkAt: at }, now),
      id,
      atMs: at.getTime(),
      into: span(at.getTime() - section.startsAt.getTime()),
      note,
      words,
    })),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeChange(args, 'bookmark', ({ library, actor, now }, which) => {
    if (which === 'all') throw new DomainError('invalidParam', 'bookmarks can only be added individually');
    return addBookmarkedToPlaylist(library, actor, which, now);
  });
