import { redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import type { Visitor } from '#domain/auth/auth.ts';

/** Who asks, as the doors of members want it told. */
export function visitorOf(context: Readonly<RouterContextProvider>): Visitor {
  const { now, remoteIp, userAgent } = context.get(requestContext);
  return { now, remoteIp, userAgent, mayUseTicket: true };
}

/** Sends members away from pages that only guests need. */
export async function guestsOnly(context: Readonly<RouterContextProvider>, onTo: string = paths.userInfo()) {
  const actor = await context.get(requestContext).actor();
  if (actor.kind === 'member') throw redirect(onTo, 303);
}

/** Goes on to a page, with cookies. */
export function onTo(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return redirect(path, { status: 303, headers });
}

/** What every page of these says of itself is made of this. */
export const siteOf = (context: Readonly<RouterContextProvider>) => ({ siteUrl: context.get(requestContext).siteUrl });
