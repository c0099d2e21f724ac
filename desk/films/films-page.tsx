import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { filmReason, filmsText as text } from '#app/text/zh-hk/desk-films.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { FILM_UPLOADS } from '#domain/film-making/film-uploads.rules.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { FilmProgress, StateTag } from './film-state.tsx';
import type { Film } from './film.types.ts';
import { UploadPanel, type Upload } from '../uploads/upload-panel.tsx';
import { useRefresh } from '../lists/use-refresh.ts';
import money from '../money/money.module.css';
import styles from '../archive/archive.module.css';

const FILTERS = ['text', 'state', 'before_id'] as const;

interface Loaded {
  items: Film[];
  next_before_id: number | null;
  uploads: Upload[];
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadFilms({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  const [page, uploads] = await Promise.all([
    call<Omit<Loaded, 'filter' | 'uploads'>>(`/api/staff/films?${query}`, undefined, request.signal),
    call<{ items: Upload[] }>(FILM_UPLOADS.path, undefined, request.signal),
  ]);
  return { ...page, uploads: uploads.items, filter };
}

const FIELDS: readonly FilterField[] = [
  { name: 'text', label: text.fields.text, kind: 'text', maxLength: 100 },
  { name: 'state', label: text.fields.state, kind: 'choice', choices: Object.entries(text.states) },
];

function Row({ film }: { film: Film }) {
  const { columns } = text;
  return (
    <tr>
      <th scope="row" data-label={columns.name}>
        <Link to={deskPaths.film(film.film_id)}>{film.name}</Link>
      </th>
      <td data-label={columns.state}>
        <span>
          <StateTag state={film.state} />
        </span>
      </td>
      <td data-label={columns.progress}>
        <FilmProgress film={film} />
      </td>
      <td data-label={columns.page}>{film.page ? text.pageOf(film.page.title, film.page.part) : text.notShown}</td>
      <td data-label={columns.added}>{dateTimeHk(new Date(film.created_ts * 1000)).slice(0, 16)}</td>
    </tr>
  );
}

/** Films in the making, and made, newest first. */
export function FilmsPage() {
  const { items, next_before_id: next, uploads, filter } = useLoaderData<Loaded>();
  usePageTitle(text.title);
  useRefresh(items.some(({ state }) => state === 'making') || uploads.some(({ state }) => state === 'received'));
  const { columns } = text;
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        <Link to={deskPaths.filmPages()}>{text.pages}</Link>
      </RoomHead>
      <UploadPanel
        kind={FILM_UPLOADS}
        uploads={uploads}
        words={text.upload}
        accept="video/*,.mxf,.mkv,.mov,.ts,.mpg"
        reasonOf={filmReason}
        linkOf={({ film_id: id }) =>
          id !== null && (
            <Link className={styles.link} to={deskPaths.film(id)}>
              {text.upload.open}
            </Link>
          )
        }
      />
      <FilterForm label={text.search} fields={FIELDS} filter={filter} />
      <Panel title={text.title}>
        {items.length === 0 ? (
          <p className={styles.pad}>{Object.keys(filter).length > 0 ? text.noMatch : text.empty}</p>
        ) : (
          <table className={`${money.table} ${styles.rows}`}>
            <thead>
              <tr>
                <th scope="col">{columns.name}</th>
                <th scope="col">{columns.state}</th>
                <th scope="col">{columns.progress}</th>
                <th scope="col">{columns.page}</th>
                <th scope="col">{columns.added}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((film) => (
                <Row key={film.film_id} film={film} />
              ))}
            </tbody>
          </table>
        )}
        {next !== null && (
          <p className={styles.pad}>
            <Link to={deskPaths.films({ ...filter, before_id: String(next) })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
