import type { LoaderFunctionArgs } from 'react-router';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { can } from '#domain/auth/auth.ts';

/** A list page: its member, and whether they have the plan that includes lists. */
export async function libraryPage(args: Pick<LoaderFunctionArgs, 'context' | 'request' | 'url'>) {
  const page = await ownPage(args);
  return { ...page, subscriber: can(page.actor, 'usePlan') === null ? page.actor : null };
}
