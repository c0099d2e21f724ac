import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { idParam, notFound } from '#app/params.server.ts';
import { methodsOfNow } from '#app/pages/plans/money-page.server.ts';
import { getBroadcast } from '#domain/archive/archive.ts';
import { ARCHIVE_TAG, archiveTag } from '#domain/archive/archive-tags.rules.ts';
import { rightEndsAt } from '#domain/replay-sales/replay-sales.rules.ts';
import { priceOf } from '#domain/replay-sales/replay-sales.ts';
import { SETTINGS_TAG } from '#domain/settings/settings.rules.ts';

/** One replay, its price and the payment methods. The member is identified on submission. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, now, siteUrl, paying, archive } = context.get(requestContext);
  const found = await getBroadcast(db, idParam(params.id));
  if (found === undefined) throw notFound();
  const { broadcast } = found;
  return {
    siteUrl,
    id: broadcast.id,
    title: broadcast.title ?? broadcast.programTitle,
    day: broadcast.dayHk,
    art: broadcast.keyart,
    /** The end of its availability, if that is before the days of a purchase are over. */
    untilMs:
      broadcast.availableUntil !== null && rightEndsAt(broadcast, now).getTime() === broadcast.availableUntil.getTime()
        ? broadcast.availableUntil.getTime()
        : null,
    priceCents: await priceOf({ db, settings: archive, now }, broadcast),
    methods: (await methodsOfNow({ db, now }, paying.methods)).map(({ method, renews, off }) => ({
      method,
      renews,
      off,
    })),
  };
}

export function headers({ data }: { data?: { id: number } }) {
  return publicPage({ tags: [ARCHIVE_TAG, SETTINGS_TAG, ...(data ? [archiveTag(data.id)] : [])] });
}
