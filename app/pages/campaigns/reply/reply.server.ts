import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { qrCodeOf } from '#app/components/qr-code/qr-code.server.ts';
import { requestContext } from '#app/context.server.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { answerInvitation, readInvitation, type Invitation } from '#domain/invitations/invitations.ts';
import { DomainError } from '#shared/domain-error.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { PRIVATE_HEADERS } from '../campaign-page.server.ts';

// Any holder of the link may reply: no session is read, and opening the link does not reply.

const view = ({ event, offerEndsAt, ...invitation }: Invitation) => ({
  ...invitation,
  offerEndsAtMs: offerEndsAt?.getTime() ?? null,
  event: {
    title: event.title,
    lead: event.lead,
    venue: event.venue,
    day: dayHkOf(event.startsAt),
    doors: clockHk(event.doorsAt),
    starts: clockHk(event.startsAt),
    replyByMs: event.replyBy.getTime(),
    cancelledWhy: event.cancelledWhy,
  },
});

/** What a door scans: the address of this page, whose code it knows by its hash. */
const ticketOf = (siteUrl: string, code: string) => ({ code, qr: qrCodeOf(siteUrl + campaignPaths.invitation(code)) });

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, siteUrl, now, remoteIp } = context.get(requestContext);
  try {
    const invitation = await readInvitation({ db, siteUrl }, params['code'] ?? '', { remoteIp, now });
    const isComing = invitation.state === 'yes' && (invitation.phase === 'open' || invitation.phase === 'over');
    const ticket = isComing ? ticketOf(siteUrl, params['code'] ?? '') : null;
    return data({ siteUrl, invitation: view(invitation), ticket, isTooMany: false }, { headers: PRIVATE_HEADERS });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isTooMany = error.errorName === 'tooManyRequests';
    const nothing = { siteUrl, invitation: null, ticket: null, isTooMany };
    return data(nothing, { status: isTooMany ? 429 : 404, headers: PRIVATE_HEADERS });
  }
}

export const headers = () => PRIVATE_HEADERS;

export async function action({ params, context, request }: ActionFunctionArgs) {
  const { db, siteUrl, now, remoteIp } = context.get(requestContext);
  const code = params['code'] ?? '';
  let given: Record<string, string> = {};
  try {
    given = await readPosted(request);
    await answerInvitation({ db, siteUrl }, code, given, { remoteIp, now });
    return redirect(campaignPaths.invitation(code), 303);
  } catch (error) {
    return refusedForm(error, given);
  }
}
