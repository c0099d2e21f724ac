import type { LoaderFunctionArgs } from 'react-router';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { can } from '#domain/auth/auth.ts';

/** A page of lists: whose they are, and whether the member has the plan that lists are a part of. */
export async function libraryPage(args: Pick<LoaderFunctionArgs, 'context' | 'request' | 'url'>) {
  const page = await ownPage(args);
  return { ...page, subscriber: can(page.actor, 'usePlan') === null ? page.actor : null };
}
