import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { HOUSE_ADS_TAG } from '#domain/advertising/advertising.rules.ts';
import { getHouseAds } from '#domain/advertising/advertising.ts';
import { ADS_SWITCH_TAG } from '#domain/settings/settings.rules.ts';

/** The current bookings, for slots that the browser draws. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now } = context.get(requestContext);
  const ads = await getHouseAds({ db, now });
  const headers = publicPage({ tags: [HOUSE_ADS_TAG, ADS_SWITCH_TAG], staleSeconds: 0 });
  return Response.json({ ads, nowMs: now.getTime() }, { headers });
}
