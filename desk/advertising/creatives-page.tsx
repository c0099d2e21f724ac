import { useRef, useState } from 'react';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { advertisingText } from '#app/text/zh-hk/desk-advertising.ts';
import { Button } from '#app/ui/button.tsx';
import {
  CREATIVE_SIZES,
  MAX_CREATIVE_UPLOAD_BYTES,
  type CreativeRefusal,
} from '#domain/advertising/creative-bytes.rules.ts';
import { faultText } from '../actions/fault-text.ts';
import { showToast } from '../actions/toasts.ts';
import { useMay } from '../actions/use-may.ts';
import { call, CallError, upload } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { LineField } from '../directory/text-field.tsx';
import { filterOf } from '../lists/filter-of.ts';
import directory from '../directory/directory.module.css';
import { AdvertisingHead } from './advertising-head.tsx';
import type { Creative } from './advertising-types.ts';
import { placeText } from './place-text.ts';
import styles from './advertising.module.css';

const text = advertisingText.creatives;

interface Listed extends Creative {
  bookings: { booking_id: number; slots: string[] }[];
}
interface Loaded {
  items: Listed[];
  next_before: number | null;
}

export function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, ['before']);
  const query = new URLSearchParams(filter);
  return call(`/api/staff/advertising/creatives?${query}`, undefined, request.signal);
}

function faultOf(error: unknown): string {
  if (!(error instanceof CallError)) return faultText(error);
  if (error.status === 413) return text.tooLarge;
  const detail = (typeof error.detail === 'object' ? (error.detail ?? {}) : {}) as Partial<CreativeRefusal> & {
    fieldErrors?: object;
  };
  if (detail.reason) return advertisingText.refusal({ ...detail, reason: detail.reason });
  return detail.fieldErrors && 'target' in detail.fieldErrors ? text.badTarget : faultText(error);
}

const NOTHING = { name: '', alt: '', target: '' };

/** Checks and adds a creative. */
function UploadForm() {
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(NOTHING);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    const file = input.current?.files?.[0];
    if (!file) return;
    setFault('');
    if (file.size > MAX_CREATIVE_UPLOAD_BYTES) return setFault(text.tooLarge);
    setBusy(true);
    try {
      await pressed(() => upload(`/api/staff/advertising/creatives?${new URLSearchParams(words)}`, file));
      showToast(text.done);
      setWords(NOTHING);
      if (input.current) input.current.value = '';
      await revalidate();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  const line = (name: keyof typeof NOTHING, maxLength: number) => (
    <LineField
      label={text[name]}
      hint={text[`${name}Hint`]}
      required
      maxLength={maxLength}
      value={words[name]}
      onChange={(value) => setWords({ ...words, [name]: value })}
    />
  );
  return (
    <form
      className={directory.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className={styles.file}>
        {text.file}
        <input ref={input} type="file" required accept="image/png,image/jpeg,image/webp,image/avif,image/gif" />
      </label>
      <p className={directory.quiet}>
        {text.fileHint} {text.sizes}
        {CREATIVE_SIZES.map((size) => size.join(' × ')).join('、')}
      </p>
      {line('name', 60)}
      {line('alt', 200)}
      {line('target', 300)}
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <p>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? text.sending : text.send}
        </Button>
      </p>
    </form>
  );
}

function Card({ creative }: { creative: Listed }) {
  const { name, src, width, height, bytes, frames, duration_ms: ms, decode_ms: cpu, alt, target, bookings } = creative;
  const places = [...new Set(bookings.flatMap(({ slots }) => slots))];
  return (
    <li className={styles.card}>
      <img src={src} alt={alt} width={width} height={height} loading="lazy" />
      <h3>{name}</h3>
      <p>
        {[
          advertisingText.size(width, height),
          advertisingText.kb(bytes),
          text.frames(frames, ms),
          text.decode(cpu),
        ].join('　')}
      </p>
      <p>{target}</p>
      <p>{places.length > 0 ? `${text.booked}：${places.map(placeText).join('、')}` : text.notBooked}</p>
      <p>
        <Link to={deskPaths.newAdBooking({ creative: String(creative.creative_id) })}>{text.book}</Link>
      </p>
    </li>
  );
}

/** Creatives with what each costs and where it is booked, and the upload. */
export function Component() {
  const { items, next_before: next } = useLoaderData<Loaded>();
  const mayManage = useMay('advertising.book');
  return (
    <>
      <AdvertisingHead page={text.title} />
      {mayManage && (
        <Panel title={text.upload}>
          <UploadForm />
        </Panel>
      )}
      <Panel title={text.title}>
        {items.length === 0 && <p className={directory.pad}>{text.empty}</p>}
        <ul className={styles.cards}>
          {items.map((creative) => (
            <Card key={creative.creative_id} creative={creative} />
          ))}
        </ul>
        {next !== null && (
          <p className={directory.pad}>
            <Link to={deskPaths.adCreatives({ before: String(next) })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
