import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { kindsOfStop, stopMail } from '#domain/push/push.ts';
import { DomainError } from '#shared/domain-error.ts';

const MAX_CHARS = 150;

const tokenOf = (url: URL): string => (url.searchParams.get('token') ?? '').slice(0, MAX_CHARS);

/** Shows what the link of a mail turns off. Opening it changes nothing: mail programs open links in advance. */
export function loader({ context, url }: LoaderFunctionArgs) {
  const { siteUrl, members } = context.get(requestContext);
  return { siteUrl, kinds: kindsOfStop(members.secretKey, tokenOf(url)) };
}

/** Turns it off: by the press on the page, and by that of a mail program (RFC 8058), which has no session and no form of ours. */
export async function action({ context, url }: ActionFunctionArgs) {
  const { db, now, members } = context.get(requestContext);
  try {
    await stopMail({ db, secretKey: members.secretKey }, tokenOf(url), now);
    return { isDone: true };
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'dataNotFound') return { isDone: false };
    throw error;
  }
}

export const headers = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
});
