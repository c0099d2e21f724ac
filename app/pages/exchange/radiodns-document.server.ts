import { xmlText } from '#app/pages/feeds/xml.server.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import type { ChannelId } from '#shared/enums.ts';
import { litePaths } from '#shared/paths/lite-paths.ts';
import { isoTimeHk } from './station-times.ts';

/** Documents of ETSI TS 102 818 v3.1. */
const NAMESPACE = 'http://www.worlddab.org/schemas/spi/31';

/** Identifier of a channel below the host name: letters and digits only. */
export const serviceId = (channelId: number): string => `cr${channelId}`;

/** The only bearer served by the site: sound over HTTP. */
export const bearerOf = (channelId: ChannelId, siteUrl: string): string => siteUrl + litePaths.sound(channelId);

export const hostOf = (siteUrl: string): string => new URL(siteUrl).hostname;

/** Opening tag of a document. `madeAtMs` is an instant of its content, so that the same content is the same bytes. */
export const openingTag = (root: 'serviceInformation' | 'epg', madeAtMs: number): string =>
  root === 'epg'
    ? `<epg xmlns="${NAMESPACE}" xml:lang="zh-HK">`
    : `<serviceInformation xmlns="${NAMESPACE}" creationTime="${isoTimeHk(madeAtMs)}" originator="${xmlText(seoText.siteName)}" xml:lang="zh-HK">`;

/** A text element whose length the standard limits, in characters. */
export const limited = (element: string, text: string, most: number): string =>
  `<${element}>${xmlText(Array.from(text).slice(0, most).join(''))}</${element}>`;
