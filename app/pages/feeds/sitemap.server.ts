import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { listHostAddresses } from '#domain/hosts/hosts.ts';
import { listProgramAddresses } from '#domain/programs/programs.ts';
import { broadcastDayOf } from '#domain/timetable/timetable.rules.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';

/** A sitemap holds 50,000 addresses at most: this many of a kind leave room for the other and for the rest. */
const MAX_ADDRESSES = 20_000;

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (c) => `&#${c.charCodeAt(0)};`);

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const today = broadcastDayOf(now);
  const urls: { path: string; changedOn?: string }[] = [
    { path: paths.home(), changedOn: today },
    ...CHANNEL_IDS.map((id) => ({ path: paths.live(id), changedOn: today })),
    ...CHANNEL_IDS.map((id) => ({ path: paths.timetable(id), changedOn: today })),
    { path: paths.programs() },
    { path: paths.programHosts() },
  ];
  for (const { id, slug, updatedAt } of await listProgramAddresses({ db }, { limit: MAX_ADDRESSES })) {
    urls.push({ path: paths.program(id, slug), changedOn: dayHkOf(updatedAt) });
  }
  for (const { id, slug, updatedAt } of await listHostAddresses({ db }, { limit: MAX_ADDRESSES })) {
    urls.push({ path: paths.programHost(id, slug), changedOn: dayHkOf(updatedAt) });
  }
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map(
      ({ path, changedOn }) =>
        `<url><loc>${escapeXml(siteUrl + path)}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ''}</url>`,
    ),
    '</urlset>',
    '',
  ].join('\n');
  return new Response(body, {
    headers: {
      ...publicPage({ freshSeconds: 300, staleSeconds: 3600, tags: ['programs', 'hosts', 'timetable'] }),
      'Content-Type': 'application/xml; charset=utf-8',
    },
  });
}
