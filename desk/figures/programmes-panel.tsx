import { useMemo, useState } from 'react';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { Panel } from '../frame/panel.tsx';
import money from '../money/money.module.css';
import { Drawing, type Line } from './drawing.tsx';
import { FigureTable, TablePanel, type Column } from './figure-table.tsx';
import type { Listening, Programme } from './figure-types.ts';
import styles from './figures.module.css';

const text = figuresText.programmes;
const STEPS = [5, 10, 15, 30, 60];
const clock = (seconds: number) => clockHk(new Date(seconds * 1_000));
const keyOf = ({ broadcast_id: id }: Programme) => String(id);

const COLUMNS: Column<Programme>[] = [
  { head: text.average, of: ({ average }) => figuresText.people(average) },
  { head: text.peak, of: ({ peak }) => figuresText.people(peak) },
  { head: text.dropped, of: ({ dropped }) => figuresText.percent(dropped) },
  { head: text.heard, of: ({ heard_ms: ms }) => figuresText.hours(ms) },
  { head: text.replays, of: ({ replay_ms: ms }) => figuresText.hours(ms) },
];
const named = ({ title, starts_ts: starts }: Programme) =>
  text.of(title, dayHkOf(new Date(starts * 1_000)), clock(starts));

/** Two programmes over each other, by the minute since they began. */
function Comparison({ programmes }: { programmes: readonly Programme[] }) {
  const [chosen, setChosen] = useState(['', '']);
  const found = useMemo(
    () => chosen.flatMap((id) => programmes.find((one) => keyOf(one) === id) ?? []),
    [chosen, programmes],
  );
  const lines = useMemo(
    () =>
      found.map((one, i): Line => ({
        name: named(one),
        values: one.line,
        channel: one.channel,
        dash: i,
        isOther: false,
      })),
    [found],
  );
  return (
    <Panel title={text.compare}>
      <div className={money.panelForm}>
        {[text.first, text.second].map((label, place) => (
          <label key={label}>
            {label}
            <select
              value={chosen[place]}
              onChange={({ target }) => setChosen(chosen.map((id, i) => (i === place ? target.value : id)))}
            >
              <option value="">{text.nobody}</option>
              {programmes.map((one) => (
                <option key={one.broadcast_id} value={one.broadcast_id}>
                  {named(one)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {lines.length > 0 && (
        <>
          <Drawing label={text.label} lines={lines} xText={text.minute} yText={figuresText.people} steps={STEPS} />
          <FigureTable
            caption={text.compare}
            name={text.programme}
            nameOf={named}
            keyOf={keyOf}
            columns={COLUMNS}
            rows={found.filter((one, i) => found.indexOf(one) === i)}
          />
        </>
      )}
    </Panel>
  );
}

/** Programmes of a day; with another day, each beside that of the same title and hour. */
export function ProgrammesPanel({ shown, other }: { shown: Listening; other: Listening | null }) {
  const programmes = useMemo(() => [...shown.programmes, ...(other?.programmes ?? [])], [shown, other]);
  return (
    <>
      <TablePanel
        table="programmes"
        shown={shown}
        other={other}
        note={text.note}
        name={text.programme}
        nameOf={(one) => (
          <span data-channel={one.channel} className={styles.programme}>
            {one.title}
            <small>{`${channelText[one.channel].name}　${clock(one.starts_ts)}–${clock(one.ends_ts)}`}</small>
          </span>
        )}
        keyOf={(one) => `${one.channel} ${one.title} ${clock(one.starts_ts)}`}
        columns={COLUMNS}
        rows={shown.programmes}
        others={other?.programmes ?? null}
      />
      {programmes.length > 1 && <Comparison programmes={programmes} />}
    </>
  );
}
