import type { LoaderFunctionArgs } from 'react-router';
import { listOwnEvents } from '#domain/events/events.ts';
import { getProfile } from '#domain/members/members.ts';
import { ownerProofOf, ownPage } from './own-page.server.ts';

/** What a member has tickets for (RT-098, R-136). */
export async function loader(args: LoaderFunctionArgs) {
  const page = await ownPage(args);
  const { actor, db, now, siteUrl, members } = page;
  const [own, { hasPassword }] = await Promise.all([
    listOwnEvents({ db, now }, actor),
    getProfile(members, actor.memberId, now),
  ]);
  return {
    siteUrl,
    /** Before a ticket is given away; by the time of the press it may be more. */
    proof: await ownerProofOf(page, hasPassword),
    hasPassword,
    hasBought: /^[1-9]\d*$/.test(args.url.searchParams.get('order') ?? ''),
    events: own.map(({ event, tickets }) => ({
      id: event.id,
      title: event.title,
      venue: event.venue,
      art: event.keyart,
      phase: event.phase,
      startsAtMs: event.startsAt.getTime(),
      endsAtMs: (event.endedAt ?? event.endsAt).getTime(),
      replayUntilMs: event.replayUntil?.getTime() ?? null,
      tickets: tickets.map((ticket) => ({
        id: ticket.id,
        mayGive: ticket.givenAt === null && event.phase === 'before',
        wasGiven: ticket.giverMemberId !== null,
      })),
    })),
  };
}
