import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { bulletinText as text } from '#app/text/zh-hk/bulletin.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { listBulletins, secondsOf, type Bulletin } from '#domain/bulletins/bulletins.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { bulletinFeed, bulletinFile, bulletinPath } from '#shared/paths/bulletin-paths.ts';
import { xmlReply, xmlText } from './xml.server.ts';

/** The station's picture, in the size required by podcast directories. */
const COVER = pictureUrl('', '1400x1400.jpg');

function item(bulletin: Bulletin, siteUrl: string): string {
  const { id, endedAt, parts } = bulletin;
  const seconds = secondsOf(bulletin);
  // The real size is unknown until the file is made, and apps ask the file itself.
  const bytes = Math.round((seconds * RENDITIONS.a128.averageBandwidth) / 8);
  const file = (ending: 'm4a' | 'json' | 'vtt') => xmlText(siteUrl + bulletinFile(id, ending));
  const words = parts.map(({ title, topic, startsAt }) => `${clockHk(startsAt)} ${title || text.topics[topic]}`);
  return [
    `<item><title>${xmlText(text.episode(timeText.date(dayHkOf(endedAt)), clockHk(endedAt)))}</title>`,
    `<link>${xmlText(siteUrl + bulletinPath)}</link>`,
    `<guid isPermaLink="false">${xmlText(`${siteUrl}${bulletinPath}/${id}`)}</guid>`,
    `<pubDate>${endedAt.toUTCString()}</pubDate><description>${xmlText(words.join('\n'))}</description>`,
    `<enclosure url="${file('m4a')}" length="${bytes}" type="audio/mp4"/>`,
    `<itunes:duration>${seconds}</itunes:duration><itunes:explicit>false</itunes:explicit>`,
    parts.length > 1 ? `<podcast:chapters url="${file('json')}" type="application/json+chapters"/>` : '',
    parts.some(({ section }) => section.broadcast.hasPublicTranscript)
      ? `<podcast:transcript url="${file('vtt')}" type="text/vtt" language="zh-HK"/>`
      : '',
    '</item>',
  ].join('');
}

/** The bulletins of the last two days, for podcast apps. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const bulletins = await listBulletins({ db, now });
  const cover = xmlText(siteUrl + COVER);
  const [title, link] = [xmlText(seoText.title(text.title)), xmlText(siteUrl + bulletinPath)];
  return xmlReply(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"' +
        ' xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>',
      `<title>${title}</title><link>${link}</link>`,
      `<description>${xmlText(text.feedDescription)}</description><language>zh-hk</language>`,
      `<atom:link href="${xmlText(siteUrl + bulletinFeed)}" rel="self" type="application/rss+xml"/>`,
      `<image><url>${cover}</url><title>${title}</title><link>${link}</link></image>`,
      `<itunes:author>${xmlText(seoText.siteName)}</itunes:author><itunes:image href="${cover}"/>`,
      '<itunes:category text="News"><itunes:category text="Daily News"/></itunes:category>',
      '<itunes:explicit>false</itunes:explicit><itunes:type>episodic</itunes:type>',
      ...bulletins.map((bulletin) => item(bulletin, siteUrl)),
      '</channel></rss>',
    ],
    publicPage({ freshSeconds: 5, staleSeconds: 0, tags: [ARCHIVE_TAG] }),
    'application/rss+xml',
  );
}
