import { redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import type { Visitor } from '#domain/auth/auth.ts';

/** The visitor, as the members modules expect it. */
export function visitorOf(context: Readonly<RouterContextProvider>): Visitor {
  const { now, remoteIp, userAgent } = context.get(requestContext);
  return { now, remoteIp, userAgent, mayUseTicket: true };
}

/** Redirects members away from guest pages. */
export async function guestsOnly(context: Readonly<RouterContextProvider>, onTo: string = paths.userInfo()) {
  const actor = await context.get(requestContext).actor();
  if (actor.kind === 'member') throw redirect(onTo, 303);
}

/** Redirects to a page, with cookies. */
export function onTo(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return redirect(path, { status: 303, headers });
}

/** Basis of the metadata of these pages. */
export const siteOf = (context: Readonly<RouterContextProvider>) => ({ siteUrl: context.get(requestContext).siteUrl });
