import { useEffect } from 'react';
import { Link, useLoaderData, useParams, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { call, CallError } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Deliveries } from './campaign-types.ts';
import styles from './labels-page.module.css';

const { labels: text, deliveries } = campaignsText;

interface Address {
  order_id: number;
  supporter_no: number;
  state: Deliveries['items'][number]['state'];
  recipient: string;
  phone_no: string | null;
  lines: string[];
  items: string[];
}
type Loaded = { items: Address[]; left_off: number; until_ts: number } | null;

/** Null until a reason is stated, and after five minutes. */
export const loadLabels = ({ params, request }: LoaderFunctionArgs): Promise<Loaded> =>
  call<Loaded>(
    `/api/staff/campaigns/${encodeURIComponent(params['name'] ?? '')}/addresses`,
    undefined,
    request.signal,
  ).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 403) return null;
    throw error;
  });

function Label({ address: { order_id: order, supporter_no: number, state, ...address } }: { address: Address }) {
  return (
    <li className={styles.label}>
      <address>
        <b>{address.recipient}</b>
        {address.phone_no !== null && <span>{address.phone_no}</span>}
        {address.lines.map((line, i) => (
          <span key={i}>{line}</span>
        ))}
      </address>
      <p>
        {deliveries.orderOf(order)}　{deliveries.number(number)}　{deliveries.states[state]}
        <br />
        {address.items.join('；')}
      </p>
    </li>
  );
}

/** Address labels of what is to be packed or sent now, to print or to download. */
export function LabelsPage() {
  const loaded = useLoaderData<Loaded>();
  const { name = '' } = useParams();
  const { revalidate } = useRevalidator();
  usePageTitle(text.title);
  const until = loaded?.until_ts ?? null;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => void revalidate(), Math.max(0, until * 1000 - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [until, revalidate]);
  return (
    <>
      <div className={styles.head}>
        <RoomHead title={text.title} note={text.note}>
          <p>
            <Link to={deskPaths.campaign(name)}>{text.back}</Link>
          </p>
        </RoomHead>
        {loaded === null ? (
          <ActionButton action="campaigns.see-addresses" input={{ campaign: name }} words={text.show} />
        ) : (
          <p className={styles.acts}>
            <Button onClick={() => window.print()}>{text.print}</Button>
            <a href={`/api/staff/campaigns/${name}/addresses.csv`} download>
              {text.csv}
            </a>
            <span role="status">{text.until(loaded.items.length, loaded.until_ts)}</span>
          </p>
        )}
      </div>
      {loaded?.items.length === 0 && <p>{text.empty}</p>}
      {loaded !== null && loaded.left_off > 0 && <p role="alert">{text.leftOff(loaded.left_off)}</p>}
      {loaded !== null && (
        <ul className={styles.labels}>
          {loaded.items.map((address) => (
            <Label key={address.order_id} address={address} />
          ))}
        </ul>
      )}
    </>
  );
}
