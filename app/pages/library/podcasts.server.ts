import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { takeIntent, type Given } from '#app/pages/account/account-posted.server.ts';
import { paths } from '#app/paths.ts';
import { listFeeds, makeFeed, renameFeed, renewFeed, revokeFeed } from '#domain/podcasts/podcasts.ts';
import { listPrograms } from '#domain/programs/programs.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { PODCAST_LIMITS } from '#shared/limits.ts';
import { libraryPage } from './library-page.server.ts';

/** More than a station of three channels has. */
const PROGRAMS = 500;

export async function loader(args: LoaderFunctionArgs) {
  const { db, subscriber, now, siteUrl } = await libraryPage(args);
  const most = PODCAST_LIMITS.feedsOfMember;
  if (subscriber === null) return { siteUrl, most, feeds: [], programs: [] };
  const [feeds, { programs }] = await Promise.all([
    listFeeds(db, subscriber.memberId),
    listPrograms({ db, now }, { limit: PROGRAMS }),
  ]);
  return {
    siteUrl,
    most,
    feeds: feeds.map(({ id, name, programTitle, quality, createdAt, usedAt }) => ({
      id,
      name,
      programTitle,
      quality,
      createdAtMs: createdAt.getTime(),
      usedAtMs: usedAt?.getTime() ?? null,
    })),
    programs: programs.filter(({ latestReplay }) => latestReplay !== null).map(({ id, title }) => ({ id, title })),
  };
}

function idOf({ thing = '' }: Given): number {
  const id = Number(thing);
  if (!isPossibleId(id)) throw new DomainError('dataNotFound');
  return id;
}

/** Shown in the reply to the press, and never again. */
const shown = (siteUrl: string, { token }: { token: string }) => ({
  told: { address: siteUrl + paths.ownPodcast(token) },
});

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    make: async ({ podcasts, actor, visitor, siteUrl }, given) =>
      shown(siteUrl, await makeFeed(podcasts, actor, given, visitor)),
    rename: ({ podcasts, actor, now }, given) => renameFeed(podcasts, actor, idOf(given), given, now),
    renew: async ({ podcasts, actor, visitor, siteUrl }, given) =>
      shown(siteUrl, await renewFeed(podcasts, actor, idOf(given), visitor)),
    revoke: ({ podcasts, actor, visitor }, given) => revokeFeed(podcasts, actor, idOf(given), visitor),
  });
