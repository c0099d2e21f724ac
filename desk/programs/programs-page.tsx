import { Form, Link, useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { Button } from '#app/ui/button.tsx';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { channelText } from '../directory/channel-field.tsx';
import { FilterChoice } from '../directory/filter-choice.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { filterOf, viewQueryOf } from '../lists/filter-of.ts';
import { SavedViews } from '../lists/saved-views.tsx';
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
  const isLoading = useNavigation().state === 'loading';
  usePageTitle(words.title);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={words.title} note={words.note}>
        <Link to={deskPaths.newProgram()} className={buttonClasses({}, styles.add)}>
          {words.add}
        </Link>
      </RoomHead>
      <Form className={styles.filters} role="search" aria-label={text.title} key={JSON.stringify(filter)}>
        <label>
          {words.filterText}
          <input name="text" type="search" defaultValue={filter.text} maxLength={100} />
        </label>
        <FilterChoice name="state" label={text.state} value={filter.state} choices={Object.entries(states)} />
        <FilterChoice
          name="channel"
          label={text.channel}
          value={filter.channel}
          choices={CHANNEL_IDS.map((channel) => [channel, channel] as const)}
        />
        <FilterChoice
          name="category_id"
          label={text.category}
          value={filter.category_id}
          choices={categories.map(({ id, name }) => [id, name] as const)}
        />
        <Button type="submit" disabled={isLoading}>
          {text.show}
        </Button>
        {isFiltered && <Link to={deskPaths.programs()}>{text.clear}</Link>}
      </Form>
      <SavedViews path={deskPaths.programs()} query={viewQueryOf(filter)} />
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
