import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { getSection } from '#domain/archive/archive.ts';
import { clockHk } from '#shared/hk-time.ts';
import { idIn, seeOther } from './section-ids.server.ts';

/** What to play at once: the same for everyone, until it is pressed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const sectionId = idIn(new URL(request.url).searchParams.get('program_archive_section_id'));
  if (sectionId === undefined) return { siteUrl, section: null };
  const section = await getSection(db, sectionId);
  if (section === undefined) throw notFound();
  const { broadcast, startsAt, endsAt } = section;
  const { state, availableUntil } = broadcast;
  return {
    siteUrl,
    section: {
      id: section.id,
      no: section.sectionNo,
      title: broadcast.title ?? broadcast.programTitle,
      name: section.title ?? '',
      art: broadcast.keyart,
      dayHk: broadcast.dayHk,
      from: clockHk(startsAt),
      to: clockHk(endsAt),
      isEnded: state !== 'shown' || (availableUntil !== null && availableUntil <= now),
    },
  };
}

export const action = ({ request }: ActionFunctionArgs) => seeOther(request, paths.instantPlay);

export function headers() {
  return publicPage({ tags: ['archive', 'programs'] });
}
