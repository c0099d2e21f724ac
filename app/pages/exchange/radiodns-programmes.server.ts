import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { xmlReply, xmlText } from '#app/pages/feeds/xml.server.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { programmesBetween, type Broadcast } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { EXCHANGE_TIMES, isOfferedDay, startOfDay, TIMETABLE_TAGS } from './exchange-days.server.ts';
import { bearerOf, hostOf, limited, openingTag, serviceId } from './radiodns-document.server.ts';
import { isoLength, isoTimeHk } from './station-times.ts';

const channelOf = (id: string | undefined): ChannelId | undefined =>
  CHANNEL_IDS.find((channelId) => serviceId(channelId) === id);

/** The day of `20261128_PI.xml`. */
function dayOf(file = ''): DayHk | undefined {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)_PI\.xml$/.exec(file) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDayHk(day) ? day : undefined;
}

function programme(item: Broadcast, siteUrl: string): string {
  const { channelId, startsAtMs, endsAtMs, programId, programName, tagline, hosts, hasPage } = item;
  // Short numbers of a day must differ: the minute at which a broadcast begins does.
  const shortId = Math.floor(startsAtMs / 60_000) % 16_777_216;
  const about = [tagline, hosts.map(({ name }) => name).join('、')].filter(Boolean).join('　');
  return [
    `<programme shortId="${shortId}" id="crid://${xmlText(hostOf(siteUrl))}/${channelId}/${programId}/${startsAtMs / 1_000}">`,
    limited('mediumName', programName, 16),
    limited('longName', programName, 128),
    `<location><time time="${isoTimeHk(startsAtMs)}" duration="${isoLength(endsAtMs - startsAtMs)}"/></location>`,
    about ? `<mediaDescription>${limited('shortDescription', about, 180)}</mediaDescription>` : '',
    hasPage
      ? `<link uri="${xmlText(siteUrl + paths.program(programId, item.programSlug))}" mimeValue="text/html"/>`
      : '',
    '</programme>',
  ].join('');
}

/** The broadcasts that begin on a day on a channel, for hybrid radios. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const channelId = channelOf(params.service);
  const day = dayOf(params.file);
  if (params.fqdn !== hostOf(siteUrl) || channelId === undefined || day === undefined || !isOfferedDay(day, now))
    throw notFound();
  const [from, to] = [startOfDay(day), startOfDay(addDaysHk(day, 1))];
  const found = await programmesBetween({ db, now }, channelId, from, to);
  const items = found.filter(({ startsAtMs }) => startsAtMs >= from.getTime());
  return xmlReply(
    [
      openingTag('epg', from.getTime()),
      `<schedule version="1" creationTime="${isoTimeHk(startOfDay(dayHkOf(now)).getTime())}" originator="${xmlText(seoText.siteName)}">`,
      `<scope startTime="${isoTimeHk(from.getTime())}" stopTime="${isoTimeHk(to.getTime())}">`,
      `<serviceScope id="${xmlText(bearerOf(channelId, siteUrl))}"/></scope>`,
      ...items.map((item) => programme(item, siteUrl)),
      '</schedule></epg>',
    ],
    publicPage({ tags: TIMETABLE_TAGS, ...EXCHANGE_TIMES }),
  );
}
