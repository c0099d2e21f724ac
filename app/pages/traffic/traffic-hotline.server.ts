import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { randomUUID } from 'node:crypto';
import { openGuard } from '#app/forms/guard.server.ts';
import { takeFormToStation } from '#app/forms/to-station.server.ts';
import { toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404 } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { getStaticPage } from '#domain/pages/pages.ts';
import { formNotice } from '#domain/settings/settings.ts';

/** Not cached: the form contains a key of its own. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const { title, summary, blocks } = await foundOr404(getStaticPage({ db }, 'traffic/hotline'));
  return {
    siteUrl,
    title,
    summary,
    blocks: toStaticBlocks(blocks, siteUrl),
    isSent: url.searchParams.get('type') === 'sent',
    guard: openGuard(context, 'lostproperty'),
    key: randomUUID(),
    notice: await formNotice({ db, now }, { off: 'lostproperty', note: 'note.lostproperty' }),
  };
}

export function action({ request, context }: ActionFunctionArgs) {
  return takeFormToStation('lostproperty', request, context, paths.trafficHotline({ type: 'sent' }));
}
