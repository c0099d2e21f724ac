import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { byNewestReplay, listFavourites } from '#domain/library/favourites.ts';
import { addFavouritesToPlaylist } from '#domain/library/playlist.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { libraryPage } from './library-page.server.ts';
import { takeChange } from './lists/list-posted.server.ts';
import { whenWords } from './lists/section-view.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, now, siteUrl } = await libraryPage(args);
  const isOwnOrder = args.url.searchParams.get('sort') === 'own';
  const channel = CHANNEL_IDS.find((id) => String(id) === args.url.searchParams.get('channel'));
  if (subscriber === null) return { siteUrl, isOwnOrder, channel, items: [] };
  const { items: all } = await listFavourites(library, subscriber, now);
  const items = channel === undefined ? all : all.filter(({ program }) => program.channelIds.includes(channel));
  const sorted = isOwnOrder ? items : items.toSorted((a, b) => byNewestReplay(a.program, b.program));
  return {
    siteUrl,
    isOwnOrder,
    channel,
    items: sorted.map(({ id, program }) => {
      const { latestReplay } = program;
      const when = latestReplay
        ? libraryText.newest(whenWords(new Date(latestReplay.startsAtMs), now))
        : libraryText.noReplay;
      return { id, name: program.title, hasReplay: latestReplay !== null, card: { ...toProgramCard(program), when } };
    }),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeChange(args, 'favourite', ({ library, actor, now }, which, direction) =>
    addFavouritesToPlaylist(library, actor, { which, direction }, now),
  );
