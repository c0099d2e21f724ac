import { useRef, useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { advertisingText } from '#app/text/zh-hk/desk-advertising.ts';
import { Button } from '#app/ui/button.tsx';
import type { Slot } from '#domain/ads/ad-slots.rules.ts';
import {
  AD_WIDTHS,
  BOOKABLE,
  MAX_SLOTS,
  MAX_WEIGHT,
  shareIn,
  slotOfPlace,
  widthsOf,
} from '#domain/advertising/advertising.rules.ts';
import { faultText } from '../actions/fault-text.ts';
import { runAction } from '../actions/run-action.ts';
import { showToast } from '../actions/toasts.ts';
import { useMay } from '../actions/use-may.ts';
import { call, CallError } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { inputOfSeconds, secondsOfInput } from '../words/hk-input.ts';
import directory from '../directory/directory.module.css';
import { useLeaveGuard } from '../directory/use-leave-guard.ts';
import rooms from '../words/rooms/rooms.module.css';
import { AdvertisingHead } from './advertising-head.tsx';
import { bookedOf, type Booking, type Creative } from './advertising-types.ts';
import { placeText } from './place-text.ts';
import styles from './advertising.module.css';

const text = advertisingText.form;
const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;

const widthsWith = ({ sizes }: Slot) => AD_WIDTHS.filter((at) => sizes[at].length > 0);

interface Loaded {
  booking: Booking | null;
  creatives: Creative[];
  open: Booking[];
  now_ts: number;
  /** From the URL: the choice on the previous page. */
  first: { creative: number | null; slot: string | null };
}

export async function loader({ request, params: { bookingId } }: LoaderFunctionArgs): Promise<Loaded> {
  const { signal } = request;
  const given = new URL(request.url).searchParams;
  const [booking, { items }, { open, now_ts: now }] = await Promise.all([
    bookingId === undefined
      ? null
      : call<Booking>(`/api/staff/advertising/bookings/${encodeURIComponent(bookingId)}`, undefined, signal),
    call<{ items: Creative[] }>('/api/staff/advertising/creatives', undefined, signal),
    call<{ open: Booking[]; now_ts: number }>('/api/staff/advertising/bookings', undefined, signal),
  ]);
  const isListed = booking === null || items.some(({ creative_id: id }) => id === booking.creative.creative_id);
  return {
    booking,
    creatives: isListed ? items : [...items, booking.creative],
    open,
    now_ts: now,
    first: { creative: Number(given.get('creative')) || null, slot: given.get('slot') },
  };
}

interface Conflict {
  fields: { slots: string[]; startsAt: string; endsAt: string; weight: number; isCancelled: boolean };
  revision: string;
  changed_by: string | null;
}

function conflictOf(error: unknown): Conflict | null {
  const detail = error instanceof CallError && error.status === 409 ? error.detail : null;
  return typeof detail === 'object' && detail !== null && 'revision' in detail ? (detail as Conflict) : null;
}

function faultOf(error: unknown): string {
  const detail = error instanceof CallError && error.status === 400 ? error.detail : null;
  const { fieldErrors } = (typeof detail === 'object' ? (detail ?? {}) : {}) as { fieldErrors?: object };
  const words = Object.keys(fieldErrors ?? {}).flatMap((field) => text.fieldFaults[field] ?? []);
  return words.length > 0 ? words.join(' ') : faultText(error);
}

/** Another person's saved values, beside which one's own are kept. */
function ConflictPanel({
  conflict,
  onTheirs,
  onMine,
}: {
  conflict: Conflict;
  onTheirs: () => void;
  onMine: () => void;
}) {
  const { slots, startsAt, endsAt, weight, isCancelled } = conflict.fields;
  const at = (instant: string) => inputOfSeconds(Date.parse(instant) / 1000).replace('T', ' ');
  return (
    <div className={rooms.both} role="alert">
      <p>{text.conflict(conflict.changed_by)}</p>
      <p>
        {isCancelled
          ? text.isCancelled
          : `${at(startsAt)} – ${at(endsAt)}　${advertisingText.bookings.weight} ${weight}　${slots.map(placeText).join('、')}`}
      </p>
      <p className={rooms.acts}>
        <Button tone="outline" onClick={onTheirs}>
          {text.theirs}
        </Button>
        {!isCancelled && <Button onClick={onMine}>{text.mine}</Button>}
      </p>
    </div>
  );
}

function BookingForm({ booking, creatives, open, now_ts: now, first }: Loaded) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const mayManage = useMay('advertising.book');
  const [creativeId, setCreative] = useState(booking?.creative.creative_id ?? first.creative);
  const [starts, setStarts] = useState(() => inputOfSeconds(booking?.starts_ts ?? Math.ceil(now / HOUR) * HOUR));
  const [ends, setEnds] = useState(() => inputOfSeconds(booking?.ends_ts ?? Math.ceil(now / HOUR) * HOUR + WEEK));
  const [weight, setWeight] = useState(String(booking?.weight ?? 10));
  const [chosen, setChosen] = useState<string[]>(booking?.slots ?? (first.slot === null ? [] : [first.slot]));
  const [fault, setFault] = useState('');
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed = JSON.stringify([creativeId, starts, ends, weight, chosen]);
  const [loaded] = useState(typed);
  const isSaved = useRef(false);
  useLeaveGuard(typed !== loaded, isSaved);

  const creative = creatives.find(({ creative_id: id }) => id === creativeId) ?? null;
  const fits = (place: string) => {
    const slot = slotOfPlace(place);
    return slot !== null && creative !== null && widthsOf(slot, [creative.width, creative.height]).length > 0;
  };
  // Single slots are booked from the drawing; their type of the group is listed here.
  const places = [...new Set([...BOOKABLE.map(({ place }) => place), ...chosen])].filter(fits);
  const slots = chosen.filter(fits);
  const [from, to] = [secondsOfInput(starts), secondsOfInput(ends)];
  const isWhole = creative !== null && slots.length > 0 && from !== null && to !== null && Number(weight) >= 1;
  const shares =
    isWhole && from < to
      ? slots.map((place) => {
          const mine = { ...booking, booking_id: booking?.booking_id ?? 0, creative, slots };
          const asBooked = bookedOf({ ...mine, starts_ts: from, ends_ts: to, weight: Number(weight) } as Booking);
          return [place, Math.round(shareIn(place, asBooked, open.map(bookedOf)) * 100)] as const;
        })
      : [];

  const save = async (base: string | null) => {
    if (creative === null || from === null || to === null) return;
    setFault('');
    setConflict(null);
    setBusy(true);
    const fields = { creative_id: creative.creative_id, slots, starts_ts: from, ends_ts: to, weight: Number(weight) };
    try {
      const reply =
        booking === null
          ? await runAction('advertising.book', fields)
          : await runAction('advertising.change', { booking_id: booking.booking_id, base, ...fields });
      showToast(text.done, reply.outcome === 'done' ? reply.undo : null);
      isSaved.current = true;
      await navigate(deskPaths.advertising());
    } catch (error) {
      setConflict(conflictOf(error));
      setFault(conflictOf(error) ? '' : faultOf(error));
      setBusy(false);
    }
  };
  const theirs = async () => {
    setConflict(null);
    await revalidate();
  };

  return (
    <form
      className={directory.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(booking?.revision ?? null);
      }}
    >
      <div className={rooms.fields}>
        <label>
          {text.creative}
          <select value={creativeId ?? ''} onChange={({ target }) => setCreative(Number(target.value) || null)}>
            <option value="">{text.choose}</option>
            {creatives.map(({ creative_id: id, name, width, height }) => (
              <option key={id} value={id}>{`${name}（${advertisingText.size(width, height)}）`}</option>
            ))}
          </select>
        </label>
        <label>
          {text.starts}
          <input type="datetime-local" required value={starts} onChange={({ target }) => setStarts(target.value)} />
        </label>
        <label>
          {text.ends}
          <input type="datetime-local" required value={ends} onChange={({ target }) => setEnds(target.value)} />
        </label>
        <label>
          {text.weight}
          <input
            type="number"
            required
            min={1}
            max={MAX_WEIGHT}
            value={weight}
            onChange={({ target }) => setWeight(target.value)}
          />
        </label>
      </div>
      {creatives.length === 0 && (
        <p>
          {text.noCreative} <Link to={deskPaths.adCreatives()}>{text.toCreatives}</Link>
        </p>
      )}
      {creative && (
        <img
          className={styles.shown}
          src={creative.src}
          alt={creative.alt}
          width={creative.width}
          height={creative.height}
        />
      )}
      <p className={directory.quiet}>{`${text.endsHint} ${text.weightHint}`}</p>
      <fieldset className={directory.checks}>
        <legend>{text.slots}</legend>
        {creative === null && <p className={directory.quiet}>{text.chooseFirst}</p>}
        {creative !== null && (
          <p className={directory.quiet}>{text.slotsHint(advertisingText.size(creative.width, creative.height))}</p>
        )}
        <div className={styles.places}>
          {places.map((place) => {
            const widths = widthsOf(slotOfPlace(place)!, [creative!.width, creative!.height]);
            return (
              <label key={place}>
                <input
                  type="checkbox"
                  checked={slots.includes(place)}
                  disabled={!slots.includes(place) && slots.length >= MAX_SLOTS}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...slots, place] : slots.filter((one) => one !== place))
                  }
                />
                <span>
                  {placeText(place)}{' '}
                  <span className={directory.quiet}>
                    {advertisingText.atWidths(widths, widthsWith(slotOfPlace(place)!))}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      {shares.length > 0 && (
        <section aria-label={text.shares} aria-live="polite">
          <h3 className={styles.sub}>{text.shares}</h3>
          <ul className={styles.shares}>
            {shares.map(([place, percent]) => (
              <li key={place}>{text.share(placeText(place), percent)}</li>
            ))}
          </ul>
        </section>
      )}
      {conflict && (
        <ConflictPanel conflict={conflict} onTheirs={() => void theirs()} onMine={() => void save(conflict.revision)} />
      )}
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {mayManage && (
        <p className={rooms.acts}>
          <Button type="submit" disabled={isBusy || !isWhole}>
            {booking === null ? text.book : text.save}
          </Button>
          <Link to={deskPaths.advertising()}>{text.back}</Link>
        </p>
      )}
    </form>
  );
}

/** A booking, or a new one. */
export function Component() {
  const loaded = useLoaderData<Loaded>();
  const { booking } = loaded;
  const title = booking === null ? text.addTitle : text.editTitle(booking.booking_id);
  return (
    <>
      <AdvertisingHead page={title} />
      <Panel title={title}>
        <BookingForm key={booking?.revision ?? 'new'} {...loaded} />
      </Panel>
    </>
  );
}
