import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { xmlReply, xmlText } from '#app/pages/feeds/xml.server.ts';
import { paths } from '#app/paths.ts';
import { exchangeText as text } from '#app/text/zh-hk/exchange.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { situationsOf, type Situation } from '#domain/traffic/datex-situations.rules.ts';
import { listTunnels } from '#domain/traffic/traffic.ts';
import { trafficSituationsFeed } from '#shared/paths/exchange-paths.ts';

function titleOf({ kind, location: { key }, tunnel: { minutes } }: Situation): string {
  const name = text.tunnels[key];
  if (kind === 'tunnel-closed') return text.closed(name);
  return kind === 'slow-traffic' ? text.slow(name, minutes) : text.jammed(name, minutes);
}

function entry(situation: Situation, siteUrl: string): string {
  const { id, observedAtMs, location } = situation;
  const title = xmlText(titleOf(situation));
  return [
    `<entry><id>${xmlText(`${siteUrl}${paths.trafficMain()}#${id}`)}</id><title>${title}</title>`,
    `<updated>${new Date(observedAtMs).toISOString()}</updated><summary>${title}</summary>`,
    `<category term="${situation.kind}"/><link href="${xmlText(siteUrl + paths.trafficMain())}"/>`,
    `<georss:line>${location.line.map((point) => point.join(' ')).join(' ')}</georss:line></entry>`,
  ].join('');
}

/** Situations of the tunnels as Atom with GeoRSS Simple. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const tunnels = await listTunnels({ db, now });
  const situations = situationsOf(tunnels);
  // Newest measurement, also of situations that are over; without any, the Unix epoch.
  const updatedMs = Math.max(0, ...tunnels.map(({ measuredAtMs }) => measuredAtMs));
  return xmlReply(
    [
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="zh-HK">',
      `<id>${xmlText(siteUrl + trafficSituationsFeed)}</id><title>${xmlText(text.traffic)}</title>`,
      `<subtitle>${xmlText(text.trafficDescription)}</subtitle><updated>${new Date(updatedMs).toISOString()}</updated>`,
      `<author><name>${xmlText(seoText.siteName)}</name></author>`,
      `<link rel="self" type="application/atom+xml" href="${xmlText(siteUrl + trafficSituationsFeed)}"/>`,
      `<link href="${xmlText(siteUrl + paths.trafficMain())}"/>`,
      ...situations.map((situation) => entry(situation, siteUrl)),
      '</feed>',
    ],
    publicPage({ tags: ['traffic-tunnels'], freshSeconds: 15, staleSeconds: 60 }),
    'application/atom+xml',
  );
}
