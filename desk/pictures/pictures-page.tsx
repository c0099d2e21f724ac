import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { picturesText as text } from '#app/text/zh-hk/desk-pictures.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { PictureCard } from './picture-card.tsx';
import type { ListedPicture } from './picture-types.ts';
import { UploadButton } from './upload-button.tsx';
import directory from '../directory/directory.module.css';
import styles from './pictures.module.css';

const FILTERS = ['text', 'lack', 'before'] as const;
const FIELDS: readonly FilterField[] = [
  { name: 'text', label: text.text, kind: 'text', maxLength: 100 },
  { name: 'lack', label: text.lack, kind: 'choice', choices: Object.entries(text.lacks) },
];

interface Loaded {
  items: ListedPicture[];
  next_before: number | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadPictures({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  return { ...(await call<Omit<Loaded, 'filter'>>(`/api/staff/pictures?${query}`, undefined, request.signal)), filter };
}

/** The picture library, newest first. */
export function PicturesPage() {
  const { items, next_before: next, filter } = useLoaderData<Loaded>();
  const navigate = useNavigate();
  usePageTitle(text.title);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        <UploadButton onDone={(id) => navigate(deskPaths.picture(id))} />
      </RoomHead>
      <FilterForm label={text.filters} fields={FIELDS} filter={filter} />
      <Panel title={text.title}>
        {items.length === 0 && <p className={directory.pad}>{isFiltered ? text.noMatch : text.empty}</p>}
        {items.length > 0 && (
          <ul className={styles.grid}>
            {items.map((picture) => (
              <li key={picture.picture_id}>
                <Link className={styles.card} to={deskPaths.picture(picture.picture_id)}>
                  <PictureCard picture={picture} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {next !== null && (
          <p className={directory.pad}>
            <Link to={deskPaths.pictures({ ...filter, before: String(next) })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
