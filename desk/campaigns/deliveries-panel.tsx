import { useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { Tabs } from '../frame/tabs.tsx';
import { BulkBar } from '../lists/bulk-bar.tsx';
import { useSelection } from '../lists/use-selection.ts';
import type { Session } from '../session.ts';
import type { Deliveries, Delivery } from './campaign-types.ts';
import styles from '../money/money.module.css';
import events from '../events/events.module.css';

const { deliveries: text } = campaignsText;
const STATES = ['waiting', 'packed', 'sent', 'received'] as const;

function Steps({ delivery }: { delivery: Delivery }) {
  const { order_id: id, state, has_address: hasAddress } = delivery;
  const [tracking, setTracking] = useState('');
  const [address, setAddress] = useState<string | null>(null);
  const look = { size: 'small', tone: 'outline' } as const;
  return (
    <span className={events.buttons}>
      {state === 'waiting' && hasAddress && (
        <ActionButton action="campaigns.deliver" input={{ order_id: id, to: 'packed' }} words={text.pack} {...look} />
      )}
      {(state === 'waiting' || state === 'packed') && hasAddress && (
        <>
          <input
            value={tracking}
            maxLength={60}
            aria-label={text.trackingOf(id)}
            placeholder={text.tracking}
            onChange={({ target }) => setTracking(target.value)}
          />
          <ActionButton
            action="campaigns.deliver"
            input={{ order_id: id, to: 'sent', tracking: tracking.trim() || null }}
            words={text.send}
            {...look}
          />
        </>
      )}
      {state === 'sent' && (
        <ActionButton
          action="campaigns.deliver"
          input={{ order_id: id, to: 'received' }}
          words={text.receive}
          {...look}
        />
      )}
      {state !== 'waiting' && (
        <ActionButton action="campaigns.deliver" input={{ order_id: id, to: 'waiting' }} words={text.back} {...look} />
      )}
      {hasAddress && address === null && (
        <ActionButton
          action="campaigns.see-address"
          input={{ order_id: id }}
          words={text.address}
          onDone={({ address: shown }) => setAddress(String(shown))}
          {...look}
        />
      )}
      {address !== null && <span className={events.address}>{address}</span>}
    </span>
  );
}

/** Orders to pack, send and confirm, up to fifty at once. */
export function DeliveriesPanel({
  name,
  deliveries: { items, next_after_no: next },
  filter,
}: {
  name: string;
  deliveries: Deliveries;
  filter: Partial<Record<'state' | 'after_no', string>>;
}) {
  const { actions } = useOutletContext<Session>();
  const seesAddresses = actions.includes('campaigns.see-addresses');
  const selection = useSelection(items, ({ order_id: id }) => id);
  const inputOf = (to: string) => (delivery: Delivery) => ({ order_id: delivery.order_id, to });
  const step = (words: string, to: string) => ({ action: 'campaigns.deliver', words, inputOf: inputOf(to) });
  return (
    <Panel title={text.title} aside={seesAddresses && <Link to={deskPaths.labels(name)}>{text.labels}</Link>}>
      <Tabs label={text.state}>
        {[undefined, ...STATES].map((state) => (
          <Link
            key={state ?? ''}
            to={deskPaths.campaign(name, state && { state })}
            aria-current={filter.state === state ? 'page' : undefined}
          >
            {state ? text.states[state] : text.all}
          </Link>
        ))}
      </Tabs>
      {items.length === 0 ? (
        <p className={styles.empty}>{text.empty}</p>
      ) : (
        <>
          <BulkBar
            chosen={selection.chosen}
            labelOf={({ order_id: id }) => text.orderOf(id)}
            actions={[step(text.pack, 'packed'), step(text.send, 'sent'), step(text.receive, 'received')]}
            onClear={selection.clear}
          />
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label={deskText.lists.bulk.chooseAll}
                    checked={selection.chosen.length === items.length}
                    onChange={({ target }) => selection.chooseAll(target.checked)}
                  />
                </th>
                <th scope="col">{text.order}</th>
                <th scope="col">{text.supporter}</th>
                <th scope="col">{text.state}</th>
                <th scope="col">{text.tracking}</th>
                <th scope="col">{text.action}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((delivery) => (
                <tr key={delivery.order_id}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={deskText.lists.bulk.choose(text.orderOf(delivery.order_id))}
                      checked={selection.isChosen(delivery)}
                      onChange={({ target }) => selection.choose(delivery, target.checked)}
                    />
                  </td>
                  <th scope="row" data-label={text.order}>
                    {delivery.order_id}
                  </th>
                  <td data-label={text.supporter}>{text.number(delivery.supporter_no)}</td>
                  <td data-label={text.state}>
                    {text.states[delivery.state]}
                    {!delivery.has_address && `　${text.noAddress}`}
                  </td>
                  <td data-label={text.tracking}>{delivery.tracking ?? '—'}</td>
                  <td data-label={text.action}>
                    <Steps key={delivery.state} delivery={delivery} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {next !== null && (
        <p className={styles.more}>
          <Link to={deskPaths.campaign(name, { ...filter, after_no: String(next) })}>{text.more}</Link>
        </p>
      )}
    </Panel>
  );
}
