import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { advertisingText } from '#app/text/zh-hk/desk-advertising.ts';
import { isBlockedAd } from '#shared/ads/blocked-ads.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { DirectButton } from '../actions/direct-button.tsx';
import { call } from '../call.ts';
import { LineField } from '../directory/text-field.tsx';
import { Panel } from '../frame/panel.tsx';
import directory from '../directory/directory.module.css';
import money from '../money/money.module.css';
import { AdvertisingHead } from './advertising-head.tsx';
import styles from './advertising.module.css';

const text = advertisingText.blocked;

interface Block {
  block_id: number;
  advertiser: string;
  creative: string;
  reason: string;
  blocked_by: string | null;
  created_ts: number;
}
interface Fault {
  advertiser: string;
  creative: string;
  events: number;
  reasons: Record<string, number>;
}
interface Loaded {
  blocks: Block[];
  faults: Fault[];
}

export const loader = ({ request }: LoaderFunctionArgs): Promise<Loaded> =>
  call('/api/staff/advertising/blocked', undefined, request.signal);

const creativeName = ({ advertiser, creative }: { advertiser: string; creative: string }) =>
  [advertiser || text.any, creative].filter(Boolean).join('　');
const reasonText = (reason: string) => text.reasons[reason] ?? reason;

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  if (blocks.length === 0) return <p className={directory.pad}>{text.none}</p>;
  return (
    <table className={`${money.table} ${money.lines}`}>
      <thead>
        <tr>
          {[text.advertiser, text.creative, text.why, advertisingText.bookings.action].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <tr key={block.block_id}>
            <th scope="row" data-label={text.advertiser} className={money.wraps}>
              {block.advertiser || text.any}
            </th>
            <td data-label={text.creative} className={money.wraps}>
              {block.creative || text.any}
            </td>
            <td data-label={text.why} className={money.wraps}>
              <span>
                {block.reason}{' '}
                <span className={money.small}>
                  {text.by(block.blocked_by ?? '', dateTimeHk(new Date(block.created_ts * 1000)).slice(0, 16))}
                </span>
              </span>
            </td>
            <td data-label={advertisingText.bookings.action}>
              <DirectButton
                action="advertising.lift"
                input={{ block_id: block.block_id }}
                words={text.lift}
                aria-label={text.liftOf(creativeName(block))}
                size="small"
                tone="outline"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NewBlock() {
  const [advertiser, setAdvertiser] = useState('');
  const [creative, setCreative] = useState('');
  const input = { advertiser: advertiser.trim(), creative: creative.trim() };
  const clear = () => {
    setAdvertiser('');
    setCreative('');
  };
  return (
    <div className={directory.form}>
      <LineField
        label={text.advertiser}
        hint={text.advertiserHint}
        maxLength={120}
        value={advertiser}
        onChange={setAdvertiser}
      />
      <LineField
        label={text.creative}
        hint={text.creativeHint}
        maxLength={200}
        value={creative}
        onChange={setCreative}
      />
      <p>
        <ActionButton
          action="advertising.block"
          input={input}
          words={text.block}
          tone="danger"
          disabled={input.advertiser === '' && input.creative === ''}
          onDone={clear}
        />
      </p>
    </div>
  );
}

function Faults({ faults, blocks }: Loaded) {
  if (faults.length === 0) return <p className={directory.pad}>{text.noFaults}</p>;
  const inForce = blocks.map(({ advertiser, creative }) => [advertiser, creative] as const);
  return (
    <table className={`${money.table} ${money.lines}`}>
      <thead>
        <tr>
          {[text.advertiser, text.creative, text.times, text.why, advertisingText.bookings.action].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {faults.map(({ advertiser, creative, events, reasons }) => (
          <tr key={JSON.stringify([advertiser, creative])}>
            <th scope="row" data-label={text.advertiser} className={money.wraps}>
              {advertiser || '–'}
            </th>
            <td data-label={text.creative} className={money.wraps}>
              {creative || '–'}
            </td>
            <td data-label={text.times}>{events}</td>
            <td data-label={text.why}>
              {Object.entries(reasons)
                .map(([reason, n]) => text.reasonOf(reasonText(reason), n))
                .join('、')}
            </td>
            <td data-label={advertisingText.bookings.action}>
              {isBlockedAd(inForce, advertiser, creative) ? (
                text.isBlocked
              ) : (
                <span className={styles.acts}>
                  {advertiser !== '' && (
                    <ActionButton
                      action="advertising.block"
                      input={{ advertiser }}
                      words={text.blockAdvertiser}
                      size="small"
                      tone="outline"
                    />
                  )}
                  {creative !== '' && (
                    <ActionButton
                      action="advertising.block"
                      input={{ advertiser, creative }}
                      words={text.blockCreative}
                      size="small"
                      tone="outline"
                    />
                  )}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What sold advertising may not show, and what frames dropped or listeners reported. */
export function Component() {
  const loaded = useLoaderData<Loaded>();
  return (
    <>
      <AdvertisingHead page={text.title} />
      <p className={styles.report}>{text.note}</p>
      <Panel title={text.inForce}>
        <Blocks blocks={loaded.blocks} />
      </Panel>
      <Panel title={text.faults}>
        <Faults {...loaded} />
      </Panel>
      <Panel title={text.add}>
        <NewBlock />
      </Panel>
    </>
  );
}
