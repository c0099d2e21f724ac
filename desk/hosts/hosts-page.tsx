import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { CHANNEL_FILTER, channelText } from '../directory/channel-field.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import type { ListedHost } from './host-types.ts';
import styles from '../directory/directory.module.css';

const FILTERS = ['text', 'state', 'channel', 'kind', 'after'] as const;
const { filters: text, hosts: words, states } = directoryText;
const FIELDS: readonly FilterField[] = [
  { name: 'text', label: words.filterText, kind: 'text', maxLength: 100 },
  { name: 'state', label: text.state, kind: 'choice', choices: Object.entries(states) },
  CHANNEL_FILTER,
  { name: 'kind', label: text.kind, kind: 'choice', choices: Object.entries(words.kinds) },
];

interface Loaded {
  items: ListedHost[];
  next_after: string | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadHosts({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  const page = await call<Omit<Loaded, 'filter'>>(`/api/staff/hosts?${query}`, undefined, request.signal);
  return { ...page, filter };
}

function Row({ host }: { host: ListedHost }) {
  const state = host.is_active ? 'active' : 'retired';
  return (
    <li className={styles.row}>
      <Link to={deskPaths.host(host.host_id)}>{[host.name, host.name_eng].filter(Boolean).join(' ')}</Link>
      <span className={styles.quiet}>{host.program_titles.join('、') || words.noPrograms}</span>
      <span className={styles.tags}>
        <span className={styles.tag} data-state={state}>
          {states[state]}
        </span>
        <span>{words.kinds[host.is_guest ? 'guest' : 'regular']}</span>
        <span>{channelText(host.channel_bitwise)}</span>
      </span>
    </li>
  );
}

/** Hosts in the order of the public list, retired ones too. */
export function HostsPage() {
  const { items, next_after: next, filter } = useLoaderData<Loaded>();
  usePageTitle(words.title);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={words.title} note={words.note}>
        <Link to={deskPaths.newHost()} className={buttonClasses({}, styles.add)}>
          {words.add}
        </Link>
      </RoomHead>
      <FilterForm label={text.title} fields={FIELDS} filter={filter} />
      <Panel title={words.title}>
        {items.length === 0 && <p className={styles.pad}>{isFiltered ? words.noMatch : words.empty}</p>}
        <ul>
          {items.map((host) => (
            <Row key={host.host_id} host={host} />
          ))}
        </ul>
        {next !== null && (
          <p className={styles.pad}>
            <Link to={deskPaths.hosts({ ...filter, after: next })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
