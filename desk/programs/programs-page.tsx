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
import type { ListedProgram, ProgramChoices } from './program-types.ts';
import styles from '../directory/directory.module.css';

const FILTERS = ['text', 'state', 'channel', 'category_id', 'after'] as const;
const { filters: text, programs: words, states } = directoryText;

interface Loaded {
  items: ListedProgram[];
  next_after: string | null;
  categories: ProgramChoices['categories'];
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

const fieldsOf = (categories: Loaded['categories']): FilterField[] => [
  { name: 'text', label: words.filterText, kind: 'text', maxLength: 100 },
  { name: 'state', label: text.state, kind: 'choice', choices: Object.entries(states) },
  CHANNEL_FILTER,
  {
    name: 'category_id',
    label: text.category,
    kind: 'choice',
    choices: categories.map(({ id, name }) => [String(id), name] as const),
  },
];

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadPrograms({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  const [page, { categories }] = await Promise.all([
    call<Pick<Loaded, 'items' | 'next_after'>>(`/api/staff/programs?${query}`, undefined, request.signal),
    call<ProgramChoices>('/api/staff/programs/choices', undefined, request.signal),
  ]);
  return { ...page, categories, filter };
}

function Row({ program }: { program: ListedProgram }) {
  const state = program.is_active ? 'active' : 'retired';
  return (
    <li className={styles.row}>
      <Link to={deskPaths.program(program.program_id)}>{program.title}</Link>
      <span className={styles.quiet}>{program.host_names.join('、') || words.noHosts}</span>
      <span className={styles.tags}>
        <span className={styles.tag} data-state={state}>
          {states[state]}
        </span>
        <span>{program.category_name}</span>
        <span>{channelText(program.channel_bitwise)}</span>
        {program.is_part && <span className={styles.tag}>{words.part}</span>}
      </span>
    </li>
  );
}

/** Programmes in the order of the public list, retired ones too. */
export function ProgramsPage() {
  const { items, next_after: next, categories, filter } = useLoaderData<Loaded>();
  usePageTitle(words.title);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={words.title} note={words.note}>
        <Link to={deskPaths.newProgram()} className={buttonClasses({}, styles.add)}>
          {words.add}
        </Link>
      </RoomHead>
      <FilterForm label={text.title} fields={fieldsOf(categories)} filter={filter} />
      <Panel title={words.title}>
        {items.length === 0 && <p className={styles.pad}>{isFiltered ? words.noMatch : words.empty}</p>}
        <ul>
          {items.map((program) => (
            <Row key={program.program_id} program={program} />
          ))}
        </ul>
        {next !== null && (
          <p className={styles.pad}>
            <Link to={deskPaths.programs({ ...filter, after: next })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
