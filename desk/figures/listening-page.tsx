import { useMemo } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { figuresText as text } from '#app/text/zh-hk/desk-figures.ts';
import { clockOfMinute } from '#shared/hk-time.ts';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import money from '../money/money.module.css';
import { Drawing, type Line } from './drawing.tsx';
import { CsvLinks, FigureTable, TablePanel, type Column } from './figure-table.tsx';
import type { ChannelNow, Count, DayLine, Listening, Titled } from './figure-types.ts';
import { DayChoice, FiguresHead } from './figures-head.tsx';
import { NowPanel } from './now-panel.tsx';
import { ProgrammesPanel } from './programmes-panel.tsx';
import { StandingPanel } from './standing-panel.tsx';
import { loadTwoDays, type TwoDays } from './two-days.ts';
import styles from './figures.module.css';

const MINUTE_MS = 60_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HOUR_STEPS = [60, 120, 180, 240, 360];

interface Loaded extends TwoDays<Listening> {
  now: ChannelNow[];
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const [days, { channels }] = await Promise.all([
    loadTwoDays<Listening>('listening', request),
    call<{ channels: ChannelNow[] }>('/api/staff/figures/now', undefined, request.signal),
  ]);
  return { ...days, now: channels };
}

const TOTALS: Column<DayLine>[] = [
  { head: text.line.heard, of: ({ heard_ms: ms }) => text.hours(ms) },
  {
    head: text.line.peak,
    of: ({ peak }) =>
      peak === null ? text.none : text.line.peakAt(text.people(peak.listeners), clockOfMinute(peak.minute)),
  },
  { head: text.now.coverage, of: ({ coverage }) => text.percent(coverage) },
];

const averageOf = ({ minutes_ms: minutes }: DayLine, hour: number): number =>
  minutes.slice(hour * 60, hour * 60 + 60).reduce((sum, ms) => sum + ms, 0) / MINUTE_MS / 60;

interface HourRow {
  hour: number;
  lines: DayLine[];
}

/** The lines of a day; those of the day it is compared with are thinner. */
const linesOf = ({ day, lines }: Listening, isOther: boolean, isCompared: boolean): Line[] =>
  lines.map(({ channel, minutes_ms: minutes }, i) => {
    const { name } = channelText[channel];
    const values = minutes.map((ms) => ms / MINUTE_MS);
    return { name: isCompared ? text.day.of(name, day) : name, values, channel, dash: i, isOther };
  });

function DayPanel({ shown, other }: Pick<Loaded, 'shown' | 'other'>) {
  const lines = useMemo(
    () => [...linesOf(shown, false, other !== null), ...(other === null ? [] : linesOf(other, true, true))],
    [shown, other],
  );
  const days = other === null ? {} : { days: [shown.day, other.day] as const };
  return (
    <Panel title={text.line.title} aside={<CsvLinks table="minutes" shown={shown} other={other} />}>
      <Drawing label={text.line.label} lines={lines} xText={clockOfMinute} yText={text.people} steps={HOUR_STEPS} />
      <FigureTable
        caption={text.line.totals}
        name={text.line.channel}
        nameOf={({ channel }) => channelText[channel].name}
        keyOf={({ channel }) => String(channel)}
        columns={TOTALS}
        rows={shown.lines}
        others={other?.lines ?? null}
        {...days}
      />
      <details className={styles.more}>
        <summary>{text.line.table}</summary>
        <FigureTable
          caption={text.line.table}
          name={text.line.hour}
          nameOf={({ hour }) => clockOfMinute(hour * 60)}
          keyOf={({ hour }) => String(hour)}
          columns={shown.lines.map(({ channel }, i) => ({
            head: channelText[channel].name,
            of: (row: HourRow) => text.people(averageOf(row.lines[i]!, row.hour)),
          }))}
          rows={HOURS.map((hour) => ({ hour, lines: shown.lines }))}
          others={other && HOURS.map((hour) => ({ hour, lines: other.lines }))}
          {...days}
        />
      </details>
    </Panel>
  );
}

const keyOf = ({ key }: Count) => key;
const PLAYED: Column<Titled>[] = [
  { head: text.counts.plays, of: ({ events }) => text.number(events) },
  { head: text.counts.sessions, of: ({ sessions }) => text.number(sessions) },
  { head: text.counts.heard, of: ({ heard_ms: ms }) => text.hours(ms) },
];
const FAULTS: Column<Count>[] = [
  { head: text.counts.faults, of: ({ events }) => text.number(events) },
  { head: text.consent.sessions, of: ({ sessions }) => text.number(sessions) },
];

/** Who listened: now, on a day, to programmes, replays and films, and what went wrong. */
export function Component() {
  const { shown, other, filter, now } = useLoaderData<Loaded>();
  const days = { shown, other };
  const isEmpty = [shown, other].every((one) => one === null || one.lines.every(({ heard_ms: ms }) => ms === 0));
  return (
    <>
      <FiguresHead page={text.tabs.listening} note={text.day.note(shown.day, other?.day ?? null)} filter={filter} />
      <DayChoice shown={shown} filter={filter} />
      {shown.day === shown.today && <NowPanel first={now} />}
      {isEmpty ? <p className={money.empty}>{text.empty}</p> : <DayPanel {...days} />}
      {!isEmpty && <ProgrammesPanel {...days} />}
      {(['replays', 'films'] as const).map((table) => (
        <TablePanel
          key={table}
          table={table}
          {...days}
          name={text.counts.name}
          nameOf={({ title, key }) => title ?? text.counts.unnamed(key)}
          keyOf={keyOf}
          columns={PLAYED}
          rows={shown[table]}
          others={other?.[table] ?? null}
        />
      ))}
      <TablePanel
        table="errors"
        {...days}
        name={text.counts.cause}
        nameOf={({ key }) => key || text.now.unknown}
        keyOf={keyOf}
        columns={FAULTS}
        rows={shown.errors}
        others={other?.errors ?? null}
      />
      <StandingPanel day={shown.day} standing={shown.standing} />
      {other !== null && <StandingPanel day={other.day} standing={other.standing} />}
    </>
  );
}
