import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { filmPagesText as text } from '#app/text/zh-hk/desk-film-pages.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { exactHk } from '#shared/money.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import type { ListedFilmPage } from './film-page-types.ts';
import styles from '../directory/directory.module.css';

const FILTERS = ['text', 'state', 'after'] as const;
const FIELDS: readonly FilterField[] = [
  { name: 'text', label: text.fields.text, kind: 'text', maxLength: 100 },
  { name: 'state', label: text.fields.state, kind: 'choice', choices: Object.entries(text.states) },
];

interface Loaded {
  items: ListedFilmPage[];
  next_after: string | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadFilmPages({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const page = await call<Omit<Loaded, 'filter'>>(
    `/api/staff/film-pages?${new URLSearchParams(filter)}`,
    undefined,
    request.signal,
  );
  return { ...page, filter };
}

function Row({ page }: { page: ListedFilmPage }) {
  return (
    <li className={styles.row}>
      <Link to={deskPaths.filmPage(page.page_id)}>{page.title}</Link>
      <span className={styles.quiet}>
        {exactHk(page.price_cents)} · {text.position(page.position)}
      </span>
      <span className={styles.tags}>
        <span className={styles.tag} data-state={page.state === 'on_sale' ? 'active' : 'retired'}>
          {text.states[page.state]}
        </span>
        <span>{page.category_name}</span>
        {page.has_trailer && <span className={styles.tag}>{text.trailer}</span>}
      </span>
    </li>
  );
}

/** Pages on which films are rented, in the order of the landing page. */
export function FilmPagesPage() {
  const { items, next_after: next, filter } = useLoaderData<Loaded>();
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        <Link to={deskPaths.films()}>{text.films}</Link>
        <Link to={deskPaths.newFilmPage()} className={buttonClasses({}, styles.add)}>
          {text.add}
        </Link>
      </RoomHead>
      <FilterForm label={directoryText.filters.title} fields={FIELDS} filter={filter} />
      <Panel title={text.title}>
        {items.length === 0 && (
          <p className={styles.pad}>{Object.keys(filter).length > 0 ? text.noMatch : text.empty}</p>
        )}
        <ul>
          {items.map((page) => (
            <Row key={page.page_id} page={page} />
          ))}
        </ul>
        {next !== null && (
          <p className={styles.pad}>
            <Link to={deskPaths.filmPages({ ...filter, after: next })}>{directoryText.filters.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
