import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { randomUUID } from 'node:crypto';
import { openGuard } from '#app/forms/guard.server.ts';
import { takeFormToStation } from '#app/forms/to-station.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';

/** Not cached: the form contains a key of its own. */
export function loader({ context }: LoaderFunctionArgs) {
  return { siteUrl: context.get(requestContext).siteUrl, guard: openGuard(context, 'contact'), key: randomUUID() };
}

export function action({ request, context }: ActionFunctionArgs) {
  return takeFormToStation('contact', request, context, paths.contactUsResult({ type: 'sent' }));
}
