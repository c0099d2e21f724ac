import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { findOff } from '#domain/settings/settings.ts';
import { getToolbar } from '#domain/live/live.ts';
import { clockHk } from '#shared/hk-time.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { ToolbarTile } from '#app/components/frame/live-toolbar-data.ts';

/** Data of the frame: the same for everyone, so that pages can be cached. Visitor state is loaded later. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, links, ads } = context.get(requestContext);
  const { channels } = await getToolbar({ db, now });
  // Without the origin a page creates no frame, and so requests nothing of sold advertising.
  const areAdsOff = (await findOff({ db, now }, 'ads')) !== null;
  const tiles: ToolbarTile[] = channels.map(({ channelId, current, next, hasVideo }) => ({
    channelId,
    title: phrase(current.programName),
    keyart: current.keyart,
    from: clockHk(new Date(current.startsAtMs)),
    to: clockHk(new Date(current.endsAtMs)),
    startsAtMs: current.startsAtMs,
    endsAtMs: current.endsAtMs,
    hasVideo,
    next: phrase(next[0]?.programName ?? ''),
  }));
  return { tiles, nowMs: now.getTime(), links, ads: areAdsOff ? { ...ads, origin: null } : ads };
}
