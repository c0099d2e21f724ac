import { useState } from 'react';
import { Form, Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_POSITIONS, parseChartList, repeatedPositions, type ListedSong } from '#domain/chart/chart-list.rules.ts';
import { addDaysHk, dayHkOf, weekdayHk } from '#shared/hk-time.ts';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { useLeaveGuard } from '../../directory/use-leave-guard.ts';
import { Panel } from '../../frame/panel.tsx';
import { inputOfSeconds, secondsOfInput } from '../hk-input.ts';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.chart;
const SATURDAY = 6;
const CHANNELS = ['903', '881', '864'];

interface Loaded {
  channel: number;
  day: string;
  weeks: { week: string; publish_ts: number }[];
  week: { publish_ts: number; songs: ListedSong[] } | null;
}

/** The Saturday of a day, or the next one. */
const saturdayOf = (day: string): string => addDaysHk(day, (SATURDAY - weekdayHk(day) + 7) % 7);

export async function loadChart({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const given = new URL(request.url).searchParams;
  const channel = CHANNELS.find((one) => one === given.get('channel')) ?? '903';
  const asked = given.get('week') ?? '';
  const day = saturdayOf(/^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : dayHkOf(new Date()));
  const query = new URLSearchParams({ channel, week: day });
  const found = await call<Omit<Loaded, 'channel' | 'day'>>(`/api/staff/chart?${query}`, undefined, request.signal);
  return { ...found, channel: Number(channel), day };
}

const listText = (songs: readonly ListedSong[]): string =>
  songs.map(({ title, artist }, i) => `${i + 1}. ${title} / ${artist}`).join('\n');

function WeekForm({ loaded: { channel, day, week } }: { loaded: Loaded }) {
  const saved = { list: listText(week?.songs ?? []), at: week ? inputOfSeconds(week.publish_ts) : `${day}T20:00` };
  const [list, setList] = useState(saved.list);
  const [at, setAt] = useState(saved.at);
  const { songs, faults } = parseChartList(list);
  const repeated = repeatedPositions(songs);
  useLeaveGuard(listText(songs) !== saved.list || faults.length > 0 || at !== saved.at);
  const publish = secondsOfInput(at);
  const wrong = [
    ...faults.map(({ line, text: words }) => text.faulty(line, words)),
    ...repeated.map((position) => text.repeated(position, songs[position - 1]!.title)),
    ...(songs.length > MAX_POSITIONS ? [text.tooMany(MAX_POSITIONS)] : []),
  ];
  return (
    <div className={styles.form}>
      <label className={styles.wide}>
        {text.songs}
        <textarea
          rows={12}
          value={list}
          aria-describedby="chart-hint chart-faults"
          aria-invalid={wrong.length > 0 || undefined}
          onChange={({ target }) => setList(target.value)}
        />
      </label>
      <p id="chart-hint" className={styles.hint}>
        {text.hint}
      </p>
      <div id="chart-faults" role="status" className={styles.faults}>
        <ul>
          {wrong.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      <label>
        {text.at}
        <input type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
      </label>
      <div className={styles.acts}>
        <ActionButton
          action="chart.save-week"
          input={{ channel, week: day, publish_ts: publish, songs, seen: week?.songs.length ?? null }}
          words={text.save(songs.length)}
          disabled={songs.length === 0 || wrong.length > 0 || publish === null}
        />
      </div>
    </div>
  );
}

/** The chart of the week: entered as a list, public at its instant. */
export function ChartPage() {
  const loaded = useLoaderData<Loaded>();
  const { channel, day, week, weeks } = loaded;
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      <Panel title={text.which}>
        <Form className={styles.form} key={`${channel} ${day}`}>
          <label>
            {text.channel}
            <select name="channel" defaultValue={channel}>
              {CHANNELS.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            {text.week}
            <input type="date" name="week" defaultValue={day} />
          </label>
          <Button type="submit" tone="outline">
            {text.show}
          </Button>
        </Form>
      </Panel>
      <Panel title={text.of(channel, day)} aside={<span>{week ? text.entered : text.fresh}</span>}>
        <WeekForm key={`${channel} ${day} ${listText(week?.songs ?? [])}`} loaded={loaded} />
      </Panel>
      <Panel title={text.before}>
        {weeks.length === 0 && <p className={styles.pad}>{text.empty}</p>}
        <ul className={styles.list}>
          {weeks.map(({ week: one, publish_ts: at }) => (
            <li key={one}>
              <Link to={deskPaths.chart({ channel: String(channel), week: one })}>{one}</Link>
              <span>{text.published(wordsText.at(at))}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
