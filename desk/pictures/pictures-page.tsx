import { Form, Link, useLoaderData, useNavigate, useNavigation, type LoaderFunctionArgs } from 'react-router';
import { picturesText as text } from '#app/text/zh-hk/desk-pictures.ts';
import { Button } from '#app/ui/button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { FilterChoice } from '../directory/filter-choice.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { filterOf, viewQueryOf } from '../lists/filter-of.ts';
import { SavedViews } from '../lists/saved-views.tsx';
import { PictureCard } from './picture-card.tsx';
import type { ListedPicture } from './picture-types.ts';
import { UploadButton } from './upload-button.tsx';
import directory from '../directory/directory.module.css';
import styles from './pictures.module.css';

const FILTERS = ['text', 'lack', 'before'] as const;

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
  const isLoading = useNavigation().state === 'loading';
  usePageTitle(text.title);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        <UploadButton onDone={(id) => navigate(deskPaths.picture(id))} />
      </RoomHead>
      <Form className={directory.filters} role="search" aria-label={text.filters} key={JSON.stringify(filter)}>
        <label>
          {text.text}
          <input name="text" type="search" defaultValue={filter.text} maxLength={100} />
        </label>
        <FilterChoice name="lack" label={text.lack} value={filter.lack} choices={Object.entries(text.lacks)} />
        <Button type="submit" disabled={isLoading}>
          {text.show}
        </Button>
        {isFiltered && <Link to={deskPaths.pictures()}>{text.clear}</Link>}
      </Form>
      <SavedViews path={deskPaths.pictures()} query={viewQueryOf(filter)} />
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
