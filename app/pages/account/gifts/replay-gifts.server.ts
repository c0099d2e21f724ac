import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { takeIntent, type Given } from '#app/pages/account/account-posted.server.ts';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { hasEnded } from '#domain/archive/archive.rules.ts';
import { getBroadcast, type Broadcast } from '#domain/archive/archive.ts';
import { acceptGift, findGift, giveReplay, listGiven, withdrawGift } from '#domain/replay-gifts/replay-gifts.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Longer than any code of ours. */
const MAX_CODE = 100;

const viewOf = ({ id, title, programTitle, dayHk }: Broadcast) => ({ id, title: title ?? programTitle, day: dayHk });

/** The member's gifts; with `archive`, the replay to give, and with `code`, a gift to accept. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, now, siteUrl, actor, links } = await ownPage(args);
  const query = args.url.searchParams;
  const code = (query.get('code') ?? '').slice(0, MAX_CODE);
  const archiveId = Number(query.get('archive'));
  const found = isPossibleId(archiveId) ? await getBroadcast(db, archiveId) : undefined;
  const isGiveable = found !== undefined && found.broadcast.isOver && !hasEnded(found.broadcast, now);
  const gift = code === '' ? null : await findGift({ db, now }, actor, code);
  const { isLeft, gifts } = await listGiven({ db, now }, actor);
  return {
    siteUrl,
    pricing: links.pricing,
    hasPlan: actor.isSubscriber,
    isLeft,
    /** Null: none was chosen. */
    chosen: query.has('archive') ? { thing: isGiveable ? viewOf(found.broadcast) : null } : null,
    received: gift && {
      code,
      state: gift.state,
      thing: gift.broadcast && viewOf(gift.broadcast),
      endsAtMs: gift.endsAt?.getTime() ?? null,
    },
    gifts: gifts.map(({ id, state, createdAt, broadcast }) => ({
      id,
      state,
      createdAtMs: createdAt.getTime(),
      thing: broadcast && viewOf(broadcast),
    })),
  };
}

function idOf({ thing = '' }: Given): number {
  const id = Number(thing);
  if (!isPossibleId(id)) throw new DomainError('dataNotFound');
  return id;
}

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    /** The link is shown in the reply to the press, and never again. */
    give: async ({ db, now, actor, siteUrl }, given) => {
      const { token } = await giveReplay({ db, now }, actor, idOf(given));
      return { told: { address: siteUrl + replaySalePaths.gifts({ code: token }) } };
    },
    withdraw: ({ db, now, actor }, given) => withdrawGift({ db, now }, actor, idOf(given)),
    accept: ({ db, now, actor }, { thing = '' }) => acceptGift({ db, now }, actor, thing.slice(0, MAX_CODE)),
  });
