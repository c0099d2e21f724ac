import { paths } from '#app/paths.ts';
import { podcastText } from '#app/text/zh-hk/podcasts.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import type { Episode } from '#domain/podcasts/podcasts.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { xmlText } from './xml.server.ts';

/** Cover size required by podcast directories. */
const COVER = '1400x1400.jpg';
const LANGUAGE = 'zh-HK';

interface Podcast {
  siteUrl: string;
  title: string;
  description: string;
  /** The equivalent page. */
  page: string;
  /** Path of the feed itself. */
  self: string;
  /** Reference in the picture store. */
  keyart: string;
  /** Of a private feed; null: public. */
  token: string | null;
  quality: 11 | 12;
  episodes: readonly Episode[];
}

/**
 * Estimated size of an episode in bytes: the real one is unknown until its file is made, and apps ask the file itself.
 */
function aboutBytes(seconds: number, quality: 11 | 12): number {
  return Math.round((seconds * RENDITIONS[quality === 11 ? 'a128' : 'a64'].averageBandwidth) / 8);
}

function item({ broadcast, parts, span, hasTranscript }: Episode, { siteUrl, token, quality }: Podcast): string {
  const { id, startsAt } = broadcast;
  const title = broadcast.title ?? broadcast.programTitle;
  const seconds = Math.round((span.endsAt.getTime() - span.startsAt.getTime()) / 1000);
  const file = (ending: Parameters<typeof paths.podcastFile>[2]) =>
    xmlText(siteUrl + paths.podcastFile(token, id, ending));
  const words = [
    ...(token === null ? [podcastText.free(Math.round(seconds / 60))] : []),
    ...(broadcast.notice ? [broadcast.notice] : []),
    ...parts.flatMap((part) => (part.title === null ? [] : [`${clockHk(part.startsAt)} ${part.title}`])),
  ].join('\n');
  const cover = broadcast.keyart ? xmlText(siteUrl + pictureUrl(broadcast.keyart, COVER)) : '';
  return [
    `<item><title>${xmlText(podcastText.episode(title, dayHkOf(startsAt), clockHk(startsAt)))}</title>`,
    `<link>${xmlText(siteUrl + paths.replay(id))}</link>`,
    // The free preview and the full episode are different items: a subscriber to both feeds gets both.
    `<guid isPermaLink="false">${xmlText(`${siteUrl}/archives/${id}${token === null ? '/free' : ''}`)}</guid>`,
    `<pubDate>${startsAt.toUTCString()}</pubDate>`,
    words === '' ? '' : `<description>${xmlText(words)}</description>`,
    `<enclosure url="${file('m4a')}" length="${aboutBytes(seconds, quality)}" type="audio/mp4"/>`,
    `<itunes:duration>${seconds}</itunes:duration><itunes:explicit>false</itunes:explicit>`,
    cover === '' ? '' : `<itunes:image href="${cover}"/>`,
    parts.length > 1 ? `<podcast:chapters url="${file('json')}" type="application/json+chapters"/>` : '',
    hasTranscript ? `<podcast:transcript url="${file('vtt')}" type="text/vtt" language="${LANGUAGE}"/>` : '',
    '</item>',
  ].join('');
}

/** RSS 2.0 for podcast apps. */
export function podcastXml(podcast: Podcast): string[] {
  const { siteUrl, title, description, page, self, keyart, token, episodes } = podcast;
  const cover = xmlText(siteUrl + pictureUrl(keyart, COVER));
  const link = xmlText(siteUrl + page);
  return [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"' +
      ' xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>',
    `<title>${xmlText(title)}</title><link>${link}</link>`,
    `<description>${xmlText(description)}</description><language>${LANGUAGE.toLowerCase()}</language>`,
    `<atom:link href="${xmlText(siteUrl + self)}" rel="self" type="application/rss+xml"/>`,
    `<image><url>${cover}</url><title>${xmlText(title)}</title><link>${link}</link></image>`,
    `<itunes:author>${xmlText(seoText.siteName)}</itunes:author><itunes:image href="${cover}"/>`,
    '<itunes:category text="Society &#38; Culture"/><itunes:explicit>false</itunes:explicit><itunes:type>episodic</itunes:type>',
    // Not listed in directories, and not importable by other hosts.
    token === null
      ? ''
      : '<itunes:block>Yes</itunes:block><podcast:block>yes</podcast:block><podcast:locked>yes</podcast:locked>',
    ...episodes.map((episode) => item(episode, podcast)),
    '</channel></rss>',
  ].filter(Boolean);
}
