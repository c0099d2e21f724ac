import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import { getSection } from '#domain/archive/archive.ts';
import { listMostHeard } from '#domain/archive/replay-lists.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { idIn, seeOther } from './section-ids.server.ts';

/** Replays offered where none is asked for. */
const OFFERED = 8;

/** What to play at once: the same for everyone, until it is pressed. Without it, what others hear. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const sectionId = idIn(new URL(request.url).searchParams.get('program_archive_section_id'));
  if (sectionId === undefined) {
    const { replays, isCounted } = await listMostHeard({ db, now }, { streamIds: CHANNEL_IDS, limit: OFFERED });
    const offered = {
      isCounted,
      today: dayHkOf(now),
      replays: replays.map((each) => toReplay(each, archive, now)),
    };
    return { siteUrl, section: null, offered };
  }
  const section = await getSection(db, sectionId);
  if (section === undefined) throw notFound();
  const { broadcast, startsAt, endsAt } = section;
  const { state, availableUntil } = broadcast;
  return {
    siteUrl,
    offered: null,
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
