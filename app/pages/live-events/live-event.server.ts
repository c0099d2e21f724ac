import { data, redirect, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam, notFound } from '#app/params.server.ts';
import { slugPart } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { getStrip, presentStrip } from '#domain/events/events.ts';
import { eventTag } from '#domain/events/events.rules.ts';
import { phrase } from '#shared/text/phrase.ts';

/** `?at=`: an instant of the stream, Unix seconds; a 404 if invalid. */
function momentParam(value: string | null): number | null {
  if (value === null) return null;
  if (!/^[1-9]\d{8,9}$/.test(value)) throw notFound();
  return Number(value) * 1000;
}

/** An event, the same for everyone; a member's own data is fetched after load (RT-072). */
export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const { db: primary, readDb: db, now, siteUrl } = context.get(requestContext);
  const id = idParam(params.id);
  const atMs = momentParam(url.searchParams.get('at'));
  const strip = await foundOr404(getStrip({ db, primary, now }, id));
  const { event } = strip;
  if (params.name !== decodeURIComponent(slugPart(event.title)))
    throw redirect(
      atMs === null ? screenPaths.liveEvent(id, event.title) : screenPaths.eventMoment(id, event.title, atMs),
      { status: 301, headers: publicPage({ freshSeconds: 300, tags: [eventTag(id)] }) },
    );
  const view = {
    siteUrl,
    nowMs: now.getTime(),
    id,
    atMs,
    title: phrase(event.title),
    plainTitle: event.title,
    lead: phrase(event.lead),
    description: event.description,
    venue: event.venue,
    features: event.features,
    art: event.keyart,
    doorsAtMs: event.doorsAt.getTime(),
    startsAtMs: event.startsAt.getTime(),
    sellsFromMs: event.sellsFrom.getTime(),
    earlyUntilMs: event.earlyUntil?.getTime() ?? null,
    fullPriceCents: event.priceCents,
    maxTickets: event.maxTickets,
    strip: presentStrip(strip, now),
  };
  return data(view, { headers: publicPage({ tags: [eventTag(id)] }) });
}

export function headers({ loaderHeaders, errorHeaders }: HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}
