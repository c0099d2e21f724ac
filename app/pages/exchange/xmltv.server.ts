import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { xmlReply, xmlText } from '#app/pages/feeds/xml.server.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { programmesBetween, type Broadcast } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { pictureUrl } from '#shared/media/picture.ts';
import { DAYS_AHEAD, EXCHANGE_TIMES, startOfDay, TIMETABLE_TAGS } from './exchange-days.server.ts';
import { xmltvTime } from './station-times.ts';

/** Channel id as required by XMLTV: like a domain name, globally unique. */
const channelName = (id: ChannelId, siteUrl: string): string => xmlText(`${id}.${new URL(siteUrl).hostname}`);

const channel = (id: ChannelId, siteUrl: string): string =>
  [
    `<channel id="${channelName(id, siteUrl)}"><display-name lang="zh">${xmlText(channelText[id].name)}</display-name>`,
    `<display-name>${id}</display-name><icon src="${xmlText(`${siteUrl}/icon-512.png`)}"/>`,
    `<url>${xmlText(siteUrl + paths.live(id))}</url></channel>`,
  ].join('');

/** Elements in the order of the DTD. */
function programme(item: Broadcast, siteUrl: string): string {
  const { channelId, startsAtMs, endsAtMs, programName, tagline, hosts, keyart, hasPage } = item;
  const credits = hosts.map(({ name }) => `<presenter>${xmlText(name)}</presenter>`).join('');
  return [
    `<programme start="${xmltvTime(startsAtMs)}" stop="${xmltvTime(endsAtMs)}" channel="${channelName(channelId, siteUrl)}">`,
    `<title lang="zh">${xmlText(programName)}</title>`,
    tagline ? `<desc lang="zh">${xmlText(tagline)}</desc>` : '',
    credits ? `<credits>${credits}</credits>` : '',
    keyart ? `<icon src="${xmlText(siteUrl + pictureUrl(keyart, '1400x1400.jpg'))}"/>` : '',
    hasPage ? `<url>${xmlText(siteUrl + paths.program(item.programId, item.programSlug))}</url>` : '',
    '</programme>',
  ].join('');
}

/** The timetable of the station for a fortnight, in XMLTV. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const today = dayHkOf(now);
  const [from, to] = [startOfDay(today), startOfDay(addDaysHk(today, DAYS_AHEAD))];
  const items = await Promise.all(CHANNEL_IDS.map((id) => programmesBetween({ db, now }, id, from, to)));
  return xmlReply(
    [
      '<!DOCTYPE tv SYSTEM "xmltv.dtd">',
      `<tv source-info-url="${xmlText(siteUrl)}" source-info-name="${xmlText(seoText.siteName)}">`,
      ...CHANNEL_IDS.map((id) => channel(id, siteUrl)),
      ...items.flat().map((item) => programme(item, siteUrl)),
      '</tv>',
    ],
    publicPage({ tags: TIMETABLE_TAGS, ...EXCHANGE_TIMES }),
  );
}
