import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { advertisingText } from '#app/text/zh-hk/desk-advertising.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { AD_GROUPS, AD_SUBGROUPS, type AdGroup, type AdVariant } from '#domain/ads/ad-groups.rules.ts';
import { slotsOf, type Slot } from '#domain/ads/ad-slots.rules.ts';
import {
  AD_WIDTHS,
  GROUPS_WITHOUT_PAGE,
  isPlaceOf,
  shareIn,
  slotOfPlace,
} from '#domain/advertising/advertising.rules.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { inputOfSeconds } from '../words/hk-input.ts';
import directory from '../directory/directory.module.css';
import { AdvertisingHead } from './advertising-head.tsx';
import { bookedOf, type Booking } from './advertising-types.ts';
import { isSilent, planOf, type Screen } from './page-plan.ts';
import styles from './advertising.module.css';

const text = advertisingText.slots;

interface Figures {
  slot: string;
  requests: number;
  fills: number;
  viewables: number;
  clicks: number;
}
interface Loaded {
  group: AdGroup;
  day: string;
  slots: Figures[];
  open: Booking[];
  now_ts: number;
}

export function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, ['group']);
  const query = new URLSearchParams(filter);
  return call(`/api/staff/advertising/slots?${query}`, undefined, request.signal);
}

/** A page of the group to scale. Slots are links, which a keyboard reaches in the order of the page. */
function Drawing({
  group,
  screen,
  variant,
  picked,
}: {
  group: AdGroup;
  screen: Screen;
  variant?: AdVariant;
  picked: string | null;
}) {
  const { width, height, boxes } = planOf(group, screen, variant);
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return (
    <figure className={styles.drawing} data-screen={screen}>
      <figcaption>{text[screen]}</figcaption>
      <div
        role="group"
        aria-label={text.drawing(advertisingText.groupNames[group], text[screen])}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {boxes.map((box) => {
          const style = {
            left: percent(box.x, width),
            top: percent(box.y, height),
            width: percent(box.width, width),
            height: percent(box.height, height),
          };
          const { slot } = box;
          if (slot === null) return <span key={`${box.x}/${box.y}`} style={style} />;
          return (
            <Link
              key={slot.name}
              to={deskPaths.adSlots({ group, slot: slot.name })}
              preventScrollReset
              aria-current={slot.name === picked ? 'true' : undefined}
              aria-label={`${advertisingText.typeNames[slot.type]} ${advertisingText.size(box.width, box.height)}`}
              style={style}
            >
              <b>{advertisingText.typeNames[slot.type]}</b>
            </Link>
          );
        })}
      </div>
    </figure>
  );
}

function Detail({ slot, loaded: { day, slots, open } }: { slot: Slot; loaded: Loaded }) {
  const { name, sizes, floorHkd, type } = slot;
  const figures = slots.find((one) => one.slot === name);
  const place = name.replace(/-\d+$/, '');
  const booked = open.filter((booking) => booking.slots.some((one) => isPlaceOf(one, name)));
  const rivals = open.map(bookedOf);
  const canBook = slotOfPlace(place) !== null;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{text.sizes}</dt>
        <dd>
          <ul>
            {AD_WIDTHS.map((at) => (
              <li key={at}>
                {`${advertisingText.widths[at]}：${sizes[at].map(([w, h]) => advertisingText.size(w, h)).join('、') || text.noSize}`}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>{text.floor}</dt>
        <dd>{text.floorOf(floorHkd)}</dd>
      </div>
      <div>
        <dt>{text.today}</dt>
        <dd>
          {booked.length === 0 && (type === 'overlay' ? text.overlay : text.none)}
          <ul>
            {booked.map((booking) => (
              <li key={booking.booking_id}>
                <Link to={deskPaths.adBooking(booking.booking_id)}>{booking.creative.name}</Link>
                {`　${inputOfSeconds(booking.starts_ts).replace('T', ' ')} – ${inputOfSeconds(booking.ends_ts).replace('T', ' ')}　`}
                {advertisingText.bookings.shareOf(shareIn(place, bookedOf(booking), rivals))}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>{text.yesterday(day)}</dt>
        <dd>
          {figures
            ? (['requests', 'fills', 'viewables', 'clicks'] as const)
                .map((one) => `${text[one]} ${figures[one].toLocaleString('zh-HK')}`)
                .join('　')
            : text.noFigures}
        </dd>
      </div>
      {canBook && (
        <div>
          <dt className="vh">{text.book}</dt>
          <dd>
            <Link to={deskPaths.newAdBooking({ slot: place })} className={buttonClasses({})}>
              {text.book}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The slots of each kind of page, on drawings of it at two widths. */
export function Component() {
  const loaded = useLoaderData<Loaded>();
  const [query, setQuery] = useSearchParams();
  const { group } = loaded;
  const [part] = group === 'roadCoopUsefulInfo' ? AD_SUBGROUPS.roadCoopUsefulInfo : [];
  // Pages of directories have slots by their kind; the first stands for all.
  const all = slotsOf(group, part);
  const picked = query.get('slot');
  const slot = all.find(({ name }) => name === picked) ?? null;
  return (
    <>
      <AdvertisingHead page={text.title} />
      <div className={directory.filters}>
        <label>
          {text.group}
          <select value={group} onChange={({ target }) => setQuery({ group: target.value })}>
            {AD_GROUPS.map((one) => (
              <option key={one} value={one}>
                {advertisingText.groupNames[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Panel title={advertisingText.groupNames[group]}>
        <div className={styles.slots}>
          <div className={styles.drawings}>
            <p className={directory.quiet}>
              {text.hint} {isSilent(group) && text.silent} {GROUPS_WITHOUT_PAGE.includes(group) && text.noPage}
            </p>
            {(['desktop', 'phone'] as const).map((screen) => (
              <Drawing key={screen} group={group} screen={screen} {...(part && { variant: part })} picked={picked} />
            ))}
          </div>
          <section aria-live="polite" aria-label={text.title}>
            <ul className={styles.names}>
              {all.map((one) => (
                <li key={one.name}>
                  <Link
                    to={deskPaths.adSlots({ group, slot: one.name })}
                    preventScrollReset
                    aria-current={one.name === picked ? 'true' : undefined}
                  >
                    {advertisingText.typeNames[one.type]}
                  </Link>
                </li>
              ))}
            </ul>
            {slot ? (
              <>
                <h3 className={styles.sub}>{`${advertisingText.typeNames[slot.type]}　${slot.name}`}</h3>
                <Detail slot={slot} loaded={loaded} />
              </>
            ) : (
              <p className={directory.quiet}>{text.pick}</p>
            )}
          </section>
        </div>
      </Panel>
    </>
  );
}
