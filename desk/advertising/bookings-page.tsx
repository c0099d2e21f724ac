import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { advertisingText } from '#app/text/zh-hk/desk-advertising.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { shareIn, type Booked } from '#domain/advertising/advertising.rules.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { DirectButton } from '../actions/direct-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { FilterForm } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import directory from '../directory/directory.module.css';
import money from '../money/money.module.css';
import { AdvertisingHead } from './advertising-head.tsx';
import { bookedOf, type Booking } from './advertising-types.ts';
import { placeText } from './place-text.ts';
import styles from './advertising.module.css';

const text = advertisingText.bookings;
const TONE: Record<string, string> = { now: 'good', coming: 'wait', over: 'bad' };

interface Loaded {
  items: Booking[];
  open: Booking[];
  now_ts: number;
  filter: { state?: string };
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, ['state']);
  const query = new URLSearchParams(filter);
  const path = `/api/staff/advertising/bookings?${query}`;
  return { ...(await call<Omit<Loaded, 'filter'>>(path, undefined, request.signal)), filter };
}

/** Its smallest share of any slot while overlapping bookings run. */
const shareOf = (booking: Booking, open: readonly Booked[]) =>
  Math.min(...booking.slots.map((place) => shareIn(place, bookedOf(booking), open)));

function stateOf({ is_cancelled: isCancelled, starts_ts: from, ends_ts: to }: Booking, now: number) {
  if (isCancelled || to <= now) return 'over';
  return from > now ? 'coming' : 'now';
}

function Row({ booking, open, now }: { booking: Booking; open: readonly Booked[]; now: number }) {
  const { booking_id: id, creative, slots, starts_ts: from, ends_ts: to, weight, is_cancelled: isCancelled } = booking;
  const state = stateOf(booking, now);
  const at = (seconds: number) => dateTimeHk(new Date(seconds * 1000)).slice(0, 16);
  return (
    <tr>
      <th scope="row" data-label={text.creative} className={money.wraps} aria-label={creative.name}>
        <span className={styles.named}>
          <img src={creative.src} alt="" width={creative.width} height={creative.height} />
          <span>
            {state === 'over' ? creative.name : <Link to={deskPaths.adBooking(id)}>{creative.name}</Link>}{' '}
            <span className={money.small}>{`#${id}　${advertisingText.size(creative.width, creative.height)}`}</span>
          </span>
        </span>
      </th>
      <td data-label={text.slots} className={money.wraps}>
        {slots.map(placeText).join('、')}
      </td>
      <td data-label={text.span}>{`${at(from)} – ${at(to)}`}</td>
      <td data-label={text.share}>
        <span>
          {state !== 'over' && `${text.shareOf(shareOf(booking, open))} `}
          <span className={money.small}>{`${text.weight} ${weight}`}</span>
        </span>
      </td>
      <td data-label={text.state}>
        <span className={money.state} data-tone={TONE[state]}>
          {isCancelled ? text.cancelled : text.states[state]}
        </span>
      </td>
      <td data-label={text.action}>
        <span className={styles.acts}>
          {state !== 'over' && (
            <DirectButton
              action="advertising.cancel"
              input={{ booking_id: id }}
              words={text.cancel}
              aria-label={text.cancelOf(id)}
              size="small"
              tone="outline"
            />
          )}
          {isCancelled && to > now && (
            <DirectButton
              action="advertising.restore"
              input={{ booking_id: id }}
              words={text.restore}
              size="small"
              tone="outline"
            />
          )}
        </span>
      </td>
    </tr>
  );
}

/** Bookings of the station's own advertisements. */
export function Component() {
  const { items, open, now_ts: now, filter } = useLoaderData<Loaded>();
  const booked = open.map(bookedOf);
  return (
    <>
      <AdvertisingHead page={text.title}>
        <Link to={deskPaths.newAdBooking()} className={buttonClasses({}, directory.add)}>
          {text.add}
        </Link>
      </AdvertisingHead>
      <FilterForm
        label={text.filters}
        fields={[{ name: 'state', label: text.state, kind: 'choice', choices: Object.entries(text.states) }]}
        filter={filter}
      />
      <Panel title={text.title}>
        {items.length === 0 ? (
          <p className={money.empty}>{filter.state ? text.noMatch : text.empty}</p>
        ) : (
          <table className={`${money.table} ${money.lines}`}>
            <thead>
              <tr>
                {[text.creative, text.slots, text.span, text.share, text.state, text.action].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((booking) => (
                <Row key={booking.booking_id} booking={booking} open={booked} now={now} />
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </>
  );
}
