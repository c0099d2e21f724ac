import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { idIn, seeOther } from './section-ids.server.ts';

/** The same for everyone: the member's list is loaded later. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { siteUrl } = context.get(requestContext);
  return { siteUrl, sectionId: idIn(new URL(request.url).searchParams.get('program_archive_section_id')) ?? null };
}

export const action = ({ request }: ActionFunctionArgs) => seeOther(request, paths.playlistCreate);

export function headers() {
  return publicPage({ tags: ['archive'] });
}
