import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { eventsText } from '#app/text/zh-hk/desk-events.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { PHASES } from '#domain/events/events.rules.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import type { Session } from '../session.ts';
import type { ListedEvent } from './event-types.ts';
import money from '../money/money.module.css';
import styles from './events.module.css';

const { list: text, phases } = eventsText;
const FILTERS = ['text', 'phase', 'before'] as const;
const TONE: Partial<Record<ListedEvent['phase'], string>> = {
  open: 'wait',
  live: 'good',
  hold: 'bad',
  cancelled: 'bad',
};

interface Loaded {
  items: ListedEvent[];
  next_before: string | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadEvents({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const page = await call<Omit<Loaded, 'filter'>>(
    `/api/staff/events?${new URLSearchParams(filter)}`,
    undefined,
    request.signal,
  );
  return { ...page, filter };
}

/** Events of all phases, by latest start first. */
export function EventsPage() {
  const { items, next_before: next, filter } = useLoaderData<Loaded>();
  const { actions } = useOutletContext<Session>();
  usePageTitle(eventsText.title);
  const isFiltered = filter.text !== undefined || filter.phase !== undefined;
  return (
    <>
      <RoomHead title={eventsText.title} note={eventsText.note}>
        {actions.includes('events.create') && (
          <p className={styles.links}>
            <Link to={deskPaths.newEvent()} className={buttonClasses({})}>
              {text.add}
            </Link>
          </p>
        )}
      </RoomHead>
      <FilterForm
        label={eventsText.title}
        fields={[
          { name: 'text', label: text.text, kind: 'text', maxLength: 60 },
          { name: 'phase', label: text.phase, kind: 'choice', choices: PHASES.map((one) => [one, phases[one]]) },
        ]}
        filter={filter}
      />
      <Panel title={eventsText.title}>
        {items.length === 0 ? (
          <p className={money.empty}>{isFiltered ? text.noMatch : text.empty}</p>
        ) : (
          <table className={money.table}>
            <thead>
              <tr>
                <th scope="col">{text.text}</th>
                <th scope="col">{text.phase}</th>
                <th scope="col">{text.times}</th>
                <th scope="col">{text.sold}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((event) => (
                <tr key={event.event_id}>
                  <th scope="row" data-label={text.text}>
                    <span>
                      <Link to={deskPaths.event(event.event_id)}>{event.title}</Link>{' '}
                      <span className={money.small}>{event.venue}</span>
                    </span>
                  </th>
                  <td data-label={text.phase}>
                    <span className={money.state} data-tone={TONE[event.phase]}>
                      {phases[event.phase]}
                    </span>
                  </td>
                  <td data-label={text.times}>
                    {`${eventsText.at(event.starts_ts)} – ${eventsText.clock(event.ends_ts)}`}
                  </td>
                  <td data-label={text.sold}>{text.soldOf(event.sold, event.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {next !== null && (
          <p className={money.more}>
            <Link to={deskPaths.events({ ...filter, before: next })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
