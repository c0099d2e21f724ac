import { useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { archiveText as text } from '#app/text/zh-hk/desk-archive.ts';
import { classicsText } from '#app/text/zh-hk/desk-classics.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useMay } from '../actions/use-may.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import type { Broadcast, Suspension } from './archive.types.ts';
import { channelName, clockOf, broadcastName, TONE_OF_STATE } from './broadcast-text.ts';
import { FunctionsPanel } from './functions-panel.tsx';
import money from '../money/money.module.css';
import styles from './archive.module.css';

const FILTERS = ['channel', 'program_id', 'day', 'state', 'after'] as const;

type Listed = Broadcast & { sections: number };

interface Loaded {
  items: Listed[];
  next_after: string | null;
  programs: { program_id: number; title: string }[];
  suspended: Suspension[];
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadArchive({ request: { url, signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(url, FILTERS);
  const query = new URLSearchParams(filter);
  const [page, programs, suspended] = await Promise.all([
    call<Pick<Loaded, 'items' | 'next_after'>>(`/api/staff/archive?${query}`, undefined, signal),
    call<{ items: Loaded['programs'] }>('/api/staff/archive/programs', undefined, signal),
    call<{ items: Suspension[] }>('/api/staff/functions', undefined, signal),
  ]);
  return { ...page, programs: programs.items, suspended: suspended.items, filter };
}

const StateTag = ({ state }: Pick<Broadcast, 'state'>) => (
  <span>
    <span className={styles.state} data-tone={TONE_OF_STATE[state]}>
      {text.states[state]}
    </span>
  </span>
);

function Row({ item }: { item: Listed }) {
  const { columns } = text;
  return (
    <tr>
      <th scope="row" data-label={columns.program}>
        <span>
          <Link to={deskPaths.broadcast(item.archive_id)}>{broadcastName(item)}</Link>
          {item.is_classic && <span className={styles.quiet}> {text.classic}</span>}
        </span>
      </th>
      <td className={styles.brief} data-label={columns.day}>
        {item.day}
      </td>
      <td className={styles.brief} data-label={columns.time}>
        {`${clockOf(item.starts_ts).slice(0, 5)} – ${item.is_over ? clockOf(item.ends_ts).slice(0, 5) : text.growing}`}
      </td>
      <td className={styles.brief} data-label={columns.channel}>
        {channelName(item.stream_id)}
      </td>
      <td data-label={columns.sections}>{item.sections}</td>
      <td className={styles.brief} data-label={columns.state}>
        <StateTag state={item.state} />
      </td>
    </tr>
  );
}

function RecutPanel({ given }: { given: string | undefined }) {
  const [day, setDay] = useState(() => given ?? dayHkOf(new Date()));
  if (!useMay('archive.recut')) return null;
  const { recut } = text;
  return (
    <Panel title={recut.title}>
      <div className={styles.form}>
        <p className={styles.quiet}>{recut.words}</p>
        <label>
          {recut.day}
          <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </label>
        <ActionButton action="archive.recut" input={{ day }} words={recut.submit} disabled={day === ''} />
      </div>
    </Panel>
  );
}

/** Broadcasts in any state, newest first. */
export function ArchivePage() {
  const { items, next_after: next, programs, suspended, filter } = useLoaderData<Loaded>();
  usePageTitle(text.title);
  const mayImport = useMay('archive.import-classic');
  const { fields, columns } = text;
  const shown: readonly FilterField[] = [
    {
      name: 'channel',
      label: fields.channel,
      kind: 'choice',
      choices: CHANNEL_IDS.map((id) => [String(id), channelText[id].name]),
    },
    {
      name: 'program_id',
      label: fields.program,
      kind: 'choice',
      choices: programs.map(({ program_id: id, title }) => [String(id), title]),
    },
    { name: 'day', label: fields.day, kind: 'date' },
    { name: 'state', label: fields.state, kind: 'choice', choices: Object.entries(text.states) },
  ];
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        {mayImport && <Link to={deskPaths.classics()}>{classicsText.title}</Link>}
      </RoomHead>
      <FilterForm label={text.search} fields={shown} filter={filter} />
      <div className={styles.columns}>
        <Panel title={text.title}>
          {items.length === 0 ? (
            <p className={styles.pad}>{Object.keys(filter).length > 0 ? text.noMatch : text.empty}</p>
          ) : (
            <table className={`${money.table} ${styles.rows}`}>
              <thead>
                <tr>
                  <th scope="col">{columns.program}</th>
                  <th scope="col">{columns.day}</th>
                  <th scope="col">{columns.time}</th>
                  <th scope="col">{columns.channel}</th>
                  <th scope="col" className={styles.brief}>
                    {columns.sections}
                  </th>
                  <th scope="col">{columns.state}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <Row key={item.archive_id} item={item} />
                ))}
              </tbody>
            </table>
          )}
          {next !== null && (
            <p className={styles.pad}>
              <Link to={deskPaths.archive({ ...filter, after: next })}>{text.more}</Link>
            </p>
          )}
        </Panel>
        <div>
          <RecutPanel key={filter.day} given={filter.day} />
          <FunctionsPanel suspended={suspended} />
        </div>
      </div>
    </>
  );
}
