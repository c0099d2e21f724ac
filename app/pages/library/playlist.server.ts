import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { listPlaylist } from '#domain/library/playlist.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './lists/list-posted.server.ts';
import { toSectionViews } from './lists/section-view.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl, db } = await libraryPage(args);
  if (subscriber === null) return { siteUrl, items: [] };
  const { items } = await listPlaylist(library, subscriber, 'playlist', now);
  const sections = items.map(({ section }) => section);
  const views = await toSectionViews(db, subscriber.memberId, sections, now);
  return { siteUrl, items: views.map((view, i) => ({ ...view, id: items[i]!.entryId })) };
}

export const action = (args: ActionFunctionArgs) => takeChange(args, 'playlist');
