import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import type { ReplayStart } from '#app/components/archive/replay-link.tsx';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { slotReplay } from '#app/components/archive/slot-replay.ts';
import { requestContext } from '#app/context.server.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { channelParam, notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { listReplaysOfDay } from '#domain/archive/replay-lists.ts';
import { getOnAir, getDayTimetable, type Broadcast } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, instantHk, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { phrase } from '#shared/text/phrase.ts';
import { stationDayOf } from '#shared/station-day.ts';

/** Days shown: yesterday, today and six more. Broadcast days run from five to five. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 6;
const TEXT_COOKIE_SECONDS = 31_536_000;

export interface SlotView {
  startsAtMs: number;
  endsAtMs: number;
  title: string;
  /** Null if on air without a page. */
  href: string | null;
  art: string;
  hosts: { name: string; href: string }[];
  /** Its replay, if available. */
  replay: ReplayStart | null;
  changed: 'holiday' | 'racing' | 'special' | null;
}

function toSlot(item: Broadcast, replays: readonly ReplayView[]): SlotView {
  return {
    startsAtMs: item.startsAtMs,
    endsAtMs: item.endsAtMs,
    title: phrase(item.programName),
    href: programPage(item),
    art: item.keyart,
    hosts: item.hosts.map((host) => ({ name: host.name, href: paths.programHost(host.id, host.slug) })),
    replay: slotReplay(replays, item),
    changed: item.overrideKind,
  };
}

const programPage = (item: Broadcast) => (item.hasPage ? paths.program(item.programId, item.programSlug) : null);

/** The requested day; by default that of the show on air, which after midnight is the previous day. */
function dayParam(url: URL, today: DayHk, onAirDay: DayHk): DayHk {
  const day = url.searchParams.get('day');
  if (day === null) return onAirDay;
  const inRange = isDayHk(day) && day >= addDaysHk(today, -DAYS_BACK) && day <= addDaysHk(today, DAYS_AHEAD);
  if (!inRange) throw notFound();
  return day;
}

async function loadTimetable({ params, context, url }: LoaderFunctionArgs) {
  const channelId = channelParam(params.channel);
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const { current } = await getOnAir({ db, now }, channelId, 1);
  const today = dayHkOf(now);
  const onAirDay = stationDayOf(new Date(current.startsAtMs));
  const day = dayParam(url, today, onAirDay);
  const { items } = await getDayTimetable({ db, now }, { channelId, day });
  const heard = day <= onAirDay ? await listReplaysOfDay(db, { streamId: channelId, dayHk: day }) : [];
  const replays = heard.map((each) => toReplay(each, archive, now));
  return {
    siteUrl,
    channelId,
    day,
    today,
    onAirDay,
    days: Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, i) => addDaysHk(today, i - DAYS_BACK)),
    nowMs: now.getTime(),
    // Day labels change at midnight.
    changesAtMs: Math.min(current.endsAtMs, instantHk(addDaysHk(today, 1), 0).getTime()),
    slots: items.map((item) => toSlot(item, replays)),
  };
}

/** What is on air on the other two channels at this moment. */
async function loadSameTime({ context }: LoaderFunctionArgs, channelId: ChannelId) {
  const { readDb: db, now } = context.get(requestContext);
  const others = CHANNEL_IDS.filter((id) => id !== channelId);
  return Promise.all(
    others.map(async (id) => {
      const { current } = await getOnAir({ db, now }, id, 1);
      return {
        channelId: id,
        title: phrase(current.programName),
        href: programPage(current) ?? paths.timetable(id),
        startsAtMs: current.startsAtMs,
        endsAtMs: current.endsAtMs,
      };
    }),
  );
}

export async function loader(args: LoaderFunctionArgs) {
  const timetable = await loadTimetable(args);
  const sameTime = timetable.day === timetable.onAirDay ? await loadSameTime(args, timetable.channelId) : [];
  return { ...timetable, sameTime };
}

export function headers() {
  return publicPage({ tags: ['timetable', 'programs', 'hosts', 'archive'] });
}

/**
 * The list. `?text=1` and `?text=0` set the choice without scripts: they store it in the cookie and redirect to the
 * page without the parameter.
 */
export async function listLoader(args: LoaderFunctionArgs) {
  const { request, url, params } = args;
  const choice = url.searchParams.get('text');
  if (choice !== null) {
    if (choice !== '0' && choice !== '1') throw notFound();
    const day = url.searchParams.get('day') ?? undefined;
    throw redirect(paths.timetableList(channelParam(params.channel), { day }), {
      headers: {
        'Set-Cookie': `${COOKIES.timetableText}=${choice}; Path=/; Max-Age=${TEXT_COOKIE_SECONDS}; Secure; SameSite=Lax`,
        'Cache-Control': 'no-store',
      },
    });
  }
  const isTextOnly = readCookie(request.headers.get('Cookie'), COOKIES.timetableText) === '1';
  const timetable = await loadTimetable(args);
  // Hidden data is not sent.
  const slots = isTextOnly ? timetable.slots.map((slot) => ({ ...slot, art: '' })) : timetable.slots;
  return { ...timetable, slots, isTextOnly };
}

export function listHeaders() {
  return publicPage({ tags: ['timetable', 'programs', 'hosts', 'archive'], keyCookies: [COOKIES.timetableText] });
}
