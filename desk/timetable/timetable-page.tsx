import { useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { CHANNEL_IDS, isChannelId, type ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, minuteHkOf, weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { BlockDialog, type Edited } from './block-dialog.tsx';
import { ChangeSets } from './change-set-bar.tsx';
import { blockOf, dayOfItem, rowsAsShown, type DraftedRow, type Week, type WeekItem } from './drafting.ts';
import { RacingDays, VideoHours } from './side-panels.tsx';
import { saveDraft, type SaveFault } from './save.ts';
import { ShortBlocks } from './short-blocks.tsx';
import { dayShown, weekDays, WeekGrid } from './week-grid.tsx';
import styles from './timetable.module.css';

interface Loaded {
  week: Week;
  channel: ChannelId;
  /** The URL's state besides the channel. */
  query: { week?: string; set?: string; day?: string };
}

/** Channel, week, change set and, on a phone, the day are in the address. */
export async function loadTimetable({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const given = new URL(request.url).searchParams;
  const wanted = Number(given.get('channel'));
  const channel = isChannelId(wanted) ? wanted : CHANNEL_IDS[0];
  const query: Loaded['query'] = {};
  for (const name of ['week', 'set', 'day'] as const) {
    const value = given.get(name);
    if (value) query[name] = value;
  }
  const asked = new URLSearchParams({
    channel: String(channel),
    ...(query.week && { week: query.week }),
    ...(query.set && { change_set: query.set }),
  });
  return { week: await call<Week>(`/api/staff/timetable?${asked}`, undefined, request.signal), channel, query };
}

/** What is edited when an item of the week is opened. */
function editedOf(week: Week, item: WeekItem): Edited {
  const block = blockOf(rowsAsShown(week), item);
  if (block?.kind === 'override') return { day: block.row.dayFrom, row: block };
  if (block?.kind === 'base') return { day: dayOfItem(item, block.row.startMinute), row: block };
  const startsAt = new Date(item.start_ts * 1000);
  return { day: dayHkOf(startsAt), row: { kind: 'new', startMinute: minuteHkOf(startsAt) } };
}

/** Where a new block of another day begins. */
const TEN = 600;
/** That of today: the next full hour, before midnight. */
const nextHour = (now: Date): number => Math.min(Math.floor(minuteHkOf(now) / 60) + 1, 23) * 60;

/** A channel's week, what is to change in it, and when. */
export function TimetablePage() {
  const { week, channel, query } = useLoaderData<Loaded>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [now] = useState(() => new Date());
  usePageTitle(text.title);
  const day = dayShown(week, query.day ?? null, now);
  const today = stationDayOf(now);
  const pathOf = (values: Partial<Loaded['query']> & { channel?: ChannelId }) =>
    deskPaths.timetable({ channel: String(channel), ...query, ...values } as Record<string, string | undefined>);
  const setPath = (id: number | null) => pathOf({ set: id === null ? '' : String(id) });

  const open = (item: WeekItem) => setEdited(editedOf(week, item));

  async function save(rows: DraftedRow[]): Promise<SaveFault | null> {
    const saved = await saveDraft(week, { channel, name: text.sets.newName(today), rows });
    if ('fault' in saved) {
      // What the colleague did is shown behind the dialog as well.
      if (saved.fault.stale ?? saved.fault.drafted) await revalidate();
      return saved.fault;
    }
    await (query.set === String(saved.changeSet) ? revalidate() : navigate(setPath(saved.changeSet)));
    // Not before: what is opened next is checked against what was saved.
    setEdited(null);
    return null;
  }

  return (
    <>
      <RoomHead title={text.title} note={text.span(week.monday, addDaysHk(week.monday, 6))}>
        <nav className={styles.tools} aria-label={text.title}>
          <Link to={pathOf({ week: addDaysHk(week.monday, -7), day: '' })} aria-label={text.before}>
            <Icon name="arrow-left" />
          </Link>
          <Link to={pathOf({ week: '', day: '' })}>{text.thisWeek}</Link>
          <Link to={pathOf({ week: addDaysHk(week.monday, 7), day: '' })} aria-label={text.after}>
            <Icon name="arrow-right" />
          </Link>
        </nav>
        <nav className={styles.tools} aria-label={text.channels}>
          {CHANNEL_IDS.map((id) => (
            <Link
              key={id}
              to={deskPaths.timetable({ channel: String(id), week: query.week })}
              aria-label={channelText[id].name}
              aria-current={id === channel ? 'true' : undefined}
              data-channel={id}
            >
              <Numeral channel={id} />
            </Link>
          ))}
        </nav>
        <Button
          onClick={() => setEdited({ day, row: { kind: 'new', startMinute: day === today ? nextHour(now) : TEN } })}
        >
          {text.add}
        </Button>
      </RoomHead>
      <ChangeSets
        week={week}
        pathOf={setPath}
        today={dayHkOf(now)}
        onSave={save}
        onChanged={() => void revalidate()}
        onGone={() => void navigate(setPath(null))}
      />
      <DayLinks monday={week.monday} day={day} pathOf={(to) => pathOf({ day: to })} />
      <p className={styles.legend}>{text.legend}</p>
      <WeekGrid
        key={`${channel}/${week.monday}`}
        week={week}
        channel={channel}
        day={day}
        nowTs={now.getTime() / 1000}
        onOpen={open}
        onSave={save}
      />
      <ShortBlocks week={week} onOpen={open} />
      <div className={styles.columns}>
        <RacingDays week={week} onSave={save} />
        <VideoHours
          week={week}
          onAdd={() => setEdited({ day: today, row: { kind: 'new-video' } })}
          onEdit={(row) => setEdited({ day: today, row: { kind: 'video', row } })}
        />
      </div>
      {edited && (
        <BlockDialog
          week={week}
          edited={edited}
          isScheduled={week.change_set?.state === 'scheduled'}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The days of the week, for a phone, which shows one. */
function DayLinks({ monday, day, pathOf }: { monday: DayHk; day: DayHk; pathOf: (day: DayHk) => string }) {
  return (
    <nav className={styles.days} aria-label={text.days}>
      {weekDays(monday).map((one) => (
        <Link key={one} to={pathOf(one)} aria-current={one === day ? 'date' : undefined}>
          {text.day(one, weekdayHk(one))}
        </Link>
      ))}
    </nav>
  );
}
