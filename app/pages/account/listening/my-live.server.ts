import type { LoaderFunctionArgs } from 'react-router';
import { qrCodeOf } from '#app/components/qr-code/qr-code.server.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { listOwnEvents } from '#domain/events/events.ts';
import { getProfile } from '#domain/members/members.ts';
import { ownerProofOf, ownPage } from '#app/pages/account/own-page.server.ts';

/** A member's tickets (RT-098, R-136). */
export async function loader(args: LoaderFunctionArgs) {
  const page = await ownPage(args);
  const { actor, db, now, siteUrl, members } = page;
  const [own, { hasPassword }] = await Promise.all([
    listOwnEvents({ db, now }, actor),
    getProfile(members, actor.memberId, now),
  ]);
  return {
    siteUrl,
    /** Before giving away a ticket; by the time of the press it may be stricter. */
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
      /** The page of the event, for another screen; the right is the account's, not the address's. */
      qr: qrCodeOf(siteUrl + screenPaths.liveEvent(event.id)),
      replayUntilMs: event.replayUntil?.getTime() ?? null,
      tickets: tickets.map((ticket) => ({
        id: ticket.id,
        mayGive: ticket.givenAt === null && event.phase === 'before',
        wasGiven: ticket.giverMemberId !== null,
      })),
    })),
  };
}
