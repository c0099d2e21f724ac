import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { xmlReply, xmlText } from '#app/pages/feeds/xml.server.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { exchangeText } from '#app/text/zh-hk/exchange.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { EXCHANGE_TIMES, startOfDay, TIMETABLE_TAGS } from './exchange-days.server.ts';
import { bearerOf, hostOf, limited, openingTag, serviceId } from './radiodns-document.server.ts';

const logo = (siteUrl: string, size: number): string =>
  `<mediaDescription><multimedia type="logo_unrestricted" mimeValue="image/png" width="${size}" height="${size}" url="${xmlText(`${siteUrl}/icon-${size}.png`)}"/></mediaDescription>`;

const bearer = (id: ChannelId, siteUrl: string): string =>
  `<bearer id="${xmlText(bearerOf(id, siteUrl))}" cost="100" mimeValue="audio/aac" bitrate="${Math.round(RENDITIONS.a64.averageBandwidth / 1_000)}"/>`;

const service = (id: ChannelId, siteUrl: string): string =>
  [
    '<service>',
    limited('shortName', exchangeText.shortNames[id], 8),
    limited('mediumName', channelText[id].name, 16),
    limited('longName', `${seoText.siteName} ${channelText[id].name}`, 128),
    `<mediaDescription>${limited('shortDescription', channelText[id].manner, 180)}</mediaDescription>`,
    logo(siteUrl, 512),
    `<link uri="${xmlText(siteUrl + paths.live(id))}" mimeValue="text/html"/>`,
    bearer(id, siteUrl),
    `<radiodns fqdn="${xmlText(hostOf(siteUrl))}" serviceIdentifier="${serviceId(id)}"/>`,
    '</service>',
  ].join('');

/** The services of the station, for hybrid radios. */
export function loader({ context }: LoaderFunctionArgs) {
  const { now, siteUrl } = context.get(requestContext);
  return xmlReply(
    [
      openingTag('serviceInformation', startOfDay(dayHkOf(now)).getTime()),
      '<services>',
      ...CHANNEL_IDS.map((id) => service(id, siteUrl)),
      '</services></serviceInformation>',
    ],
    publicPage({ tags: TIMETABLE_TAGS, ...EXCHANGE_TIMES }),
  );
}
