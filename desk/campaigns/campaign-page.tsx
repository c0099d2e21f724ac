import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { campaignEditText } from '#app/text/zh-hk/desk-campaign-edit.ts';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { AuditLines } from '../events/audit-lines.tsx';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { filterOf } from '../lists/filter-of.ts';
import { useLiveRead } from '../live/live.ts';
import type { Session } from '../session.ts';
import { TONE_OF_CAMPAIGN, type Deliveries, type OpenCampaign } from './campaign-types.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { PlaysPanel } from './plays-panel.tsx';
import styles from '../money/money.module.css';
import events from '../events/events.module.css';

const { page: text, list } = campaignsText;
const POLL_MS = 15_000;

interface Loaded {
  campaign: OpenCampaign;
  deliveries: Deliveries;
  filter: Partial<Record<'state' | 'after_no', string>>;
  readAtMs: number;
}

export async function loadCampaign({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const path = `/api/staff/campaigns/${encodeURIComponent(params['name'] ?? '')}`;
  const filter = filterOf(request.url, ['state', 'after_no']);
  const [campaign, deliveries] = await Promise.all([
    call<OpenCampaign>(path, undefined, request.signal),
    call<Deliveries>(`${path}/deliveries?${new URLSearchParams(filter)}`, undefined, request.signal),
  ]);
  return { campaign, deliveries, filter, readAtMs: Date.now() };
}

function Totals({ campaign }: { campaign: OpenCampaign }) {
  const { collected_cents: collected, target_cents: target, supporters, state } = campaign;
  return (
    <div className={styles.totals}>
      <dl className={styles.total}>
        <dt>{list.collected}</dt>
        <dd>{exactHk(collected)}</dd>
        <dd>{target === null ? campaignsText.kinds[campaign.kind] : `${text.target} ${exactHk(target)}`}</dd>
      </dl>
      <dl className={styles.total}>
        <dt>{list.supporters}</dt>
        <dd>{list.people(supporters)}</dd>
        <dd>{campaignsText.kinds[campaign.kind]}</dd>
      </dl>
      <dl className={styles.total}>
        <dt>{list.state}</dt>
        <dd>
          <span className={styles.state} data-tone={TONE_OF_CAMPAIGN[state]}>
            {campaignsText.states[state]}
          </span>
        </dd>
        <dd>{`${campaignsText.at(campaign.opens_ts)} – ${campaignsText.at(campaign.closes_ts)}`}</dd>
      </dl>
    </div>
  );
}

function ControlPanel({ campaign: { name, state } }: { campaign: OpenCampaign }) {
  const { actions } = useOutletContext<Session>();
  const input = { campaign: name };
  if (state === 'failed' || state === 'draft' || !actions.includes('campaigns.fail')) return null;
  return (
    <Panel title={text.control}>
      <div className={events.acts}>
        {state === 'before' && <ActionButton action="campaigns.open" input={input} words={text.open} />}
        {state === 'open' && <ActionButton action="campaigns.close" input={input} words={text.close} tone="outline" />}
        <ActionButton action="campaigns.fail" input={input} words={text.fail} tone="danger" />
      </div>
      <p className={`${styles.words} ${styles.small}`}>{text.failNote}</p>
    </Panel>
  );
}

function ItemsPanel({ items }: Pick<OpenCampaign, 'items'>) {
  return (
    <Panel title={text.items}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.item}</th>
            <th scope="col">{text.price}</th>
            <th scope="col">{text.sold}</th>
            <th scope="col">{text.left}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ item_id: id, kind, name, cents, total, sold, left, is_retired: isRetired }) => (
            <tr key={id}>
              <th scope="row" data-label={text.item}>
                <span>
                  {name}{' '}
                  <span className={styles.small}>
                    {isRetired ? `${text.itemKinds[kind]}　${campaignEditText.items.retired}` : text.itemKinds[kind]}
                  </span>
                </span>
              </th>
              <td data-label={text.price}>{exactHk(cents)}</td>
              <td data-label={text.sold}>{total === null ? '—' : sold}</td>
              <td data-label={text.left}>{total === null ? text.unlimited : `${left} / ${total}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function NamesPanel({ names }: Pick<OpenCampaign, 'names'>) {
  return (
    <Panel title={text.names}>
      {names.length === 0 && <p className={styles.empty}>{text.noNames}</p>}
      <ul className={styles.list}>
        {names.map(({ order_id: id, air_name: name, day }) => (
          <li key={id}>
            <span>
              <b>{name}</b> <span className={styles.small}>{text.day(day)}</span>
            </span>
            <span className={events.buttons}>
              <ActionButton
                action="campaigns.name"
                input={{ order_id: id, is_good: true }}
                words={text.goodOf(name)}
                size="small"
              />
              <ActionButton
                action="campaigns.name"
                input={{ order_id: id, is_good: false }}
                words={text.badOf(name)}
                size="small"
                tone="outline"
              />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** One campaign: its progress, its supporters' orders and names, and where its money is. */
export function CampaignPage() {
  const { campaign: first, deliveries, filter, readAtMs } = useLoaderData<Loaded>();
  const path = `/api/staff/campaigns/${first.name}`;
  const { value: campaign } = useLiveRead(path, first, { kind: 'campaigns', pollMs: POLL_MS, firstAtMs: readAtMs });
  const { actions } = useOutletContext<Session>();
  usePageTitle(campaign.name);
  return (
    <>
      <RoomHead title={campaign.name} note={campaignsText.kinds[campaign.kind]}>
        <p className={events.links}>
          <Link to={deskPaths.campaigns()}>{text.back}</Link>
          {campaign.state !== 'draft' && (
            <a href={campaign.public_url} target="_blank" rel="noreferrer">
              {text.public}
            </a>
          )}
          {actions.includes('campaigns.edit') && (
            <Link to={deskPaths.editCampaign(campaign.name)}>{campaignEditText.edit}</Link>
          )}
        </p>
      </RoomHead>
      <Totals campaign={campaign} />
      <ControlPanel campaign={campaign} />
      {campaign.returns.length > 0 && (
        <Panel title={text.returns}>
          <dl className={styles.facts}>
            {campaign.returns.map(({ state, orders, cents }) => [
              <dt key={state}>{text.returnStates[state]}</dt>,
              <dd key={`${state}-count`}>{text.orders(orders, exactHk(cents))}</dd>,
            ])}
          </dl>
        </Panel>
      )}
      <DeliveriesPanel name={campaign.name} deliveries={deliveries} filter={filter} />
      <div className={styles.columns}>
        <div>
          <NamesPanel names={campaign.names} />
          {campaign.days.length > 0 && <PlaysPanel campaign={campaign} />}
        </div>
        <div>
          <ItemsPanel items={campaign.items} />
          <AuditLines title={text.audit} empty={text.noAudit} lines={campaign.audit} />
        </div>
      </div>
    </>
  );
}
