import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { randomUUID } from 'node:crypto';
import { openGuard } from '#app/forms/guard.server.ts';
import { takeFormToStation } from '#app/forms/to-station.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { formNotice } from '#domain/settings/settings.ts';

/** Not cached: the form contains a key of its own. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const notice = await formNotice({ db, now }, { off: 'contact', note: 'note.contact' });
  return { siteUrl, guard: openGuard(context, 'contact'), key: randomUUID(), notice };
}

export function action({ request, context }: ActionFunctionArgs) {
  return takeFormToStation('contact', request, context, paths.contactUsResult({ type: 'sent' }));
}
