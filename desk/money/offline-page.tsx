import { useState } from 'react';
import { Link, useLoaderData, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router';
import { methodText, moneyText } from '#app/text/zh-hk/desk-money.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { centsOf } from './cents-of.ts';
import { MoneyHead } from './money-tabs.tsx';
import styles from './money.module.css';

const text = moneyText.offline;

interface Application {
  application_id: number;
  order_id: number;
  member_id: number | null;
  method: 'cheque' | 'deposit';
  plans365: number;
  extra30days: number;
  total_cents: number;
  has_receipt: boolean;
  due_on: string;
  created_ts: number;
}

export const loadOffline = ({ request }: LoaderFunctionArgs): Promise<{ items: Application[] }> =>
  call<{ items: Application[] }>('/api/staff/money/offline', undefined, request.signal);

/** The picture is personal data: it is loaded on request, and each load is in the audit. */
function Slip({ id, mayDecide, hasReceipt }: { id: number; mayDecide: boolean; hasReceipt: boolean }) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  if (!hasReceipt) return <p className={styles.words}>{text.noSlip}</p>;
  return (
    <div className={styles.slip}>
      {state === 'open' && (
        <img
          src={`/api/staff/money/offline/${id}/receipt`}
          alt={text.slipOf(id)}
          width={640}
          height={448}
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' && (
        <p role="alert" className={styles.fault}>
          {text.slipFailed}
        </p>
      )}
      {state !== 'open' && mayDecide && (
        <Button tone="outline" onClick={() => setState('open')}>
          {text.see}
        </Button>
      )}
      <p className={styles.small}>{text.seen}</p>
    </div>
  );
}

function Decide({ application: { application_id: id, total_cents: total } }: { application: Application }) {
  const [received, setReceived] = useState((total / 100).toFixed(2));
  const [today] = useState(() => dayHkOf(new Date()));
  const [day, setDay] = useState(today);
  const [said, setSaid] = useState('');
  const cents = centsOf(received);
  return (
    <div className={styles.panelForm}>
      <label>
        {text.received}
        <input inputMode="decimal" value={received} onChange={(event) => setReceived(event.target.value)} />
      </label>
      <label>
        {text.receivedOn}
        <input type="date" value={day} max={today} onChange={(event) => setDay(event.target.value)} />
      </label>
      {cents !== null && cents !== total && <p className={styles.note}>{text.differs(exactHk(total))}</p>}
      <ActionButton
        action="offline-applications.approve"
        input={{ application: id, cents: cents ?? 0, received_on: day }}
        words={text.approve}
        disabled={cents === null || cents === 0 || day === ''}
      />
      <label className={styles.wide}>
        {text.said}
        <input value={said} maxLength={500} onChange={(event) => setSaid(event.target.value)} />
      </label>
      <ActionButton
        action="offline-applications.refuse"
        input={{ application: id, said }}
        words={text.refuse}
        tone="outline"
        disabled={said.trim() === ''}
      />
    </div>
  );
}

/** Applications by cheque or deposit, each slip beside its fields. */
export function OfflinePage() {
  const { items } = useLoaderData<{ items: Application[] }>();
  const session = useRouteLoaderData<Session>('desk');
  const mayDecide = session?.permissions.includes('money.decide-offline') ?? false;
  return (
    <>
      <MoneyHead page={text.title} />
      {items.length === 0 && (
        <Panel title={text.title}>
          <p className={styles.empty}>{text.empty}</p>
        </Panel>
      )}
      {items.map((application) => (
        <Panel
          key={application.application_id}
          title={text.application(application.application_id)}
          aside={<span className={styles.state}>{text.due(application.due_on)}</span>}
        >
          <div className={styles.columns}>
            <Slip id={application.application_id} mayDecide={mayDecide} hasReceipt={application.has_receipt} />
            <div>
              <dl className={styles.facts}>
                <dt>{text.total}</dt>
                <dd>{exactHk(application.total_cents)}</dd>
                <dt>{text.method}</dt>
                <dd>{methodText(application.method)}</dd>
                <dt>{text.plans}</dt>
                <dd>{text.planWords(application.plans365, application.extra30days)}</dd>
                <dt>{text.order}</dt>
                <dd>
                  <Link to={deskPaths.order(application.order_id)}>{moneyText.order(application.order_id)}</Link>
                </dd>
                <dt>{text.buyer}</dt>
                <dd>{application.member_id === null ? moneyText.erased : moneyText.member(application.member_id)}</dd>
                <dt>{text.at}</dt>
                <dd>{dateTimeHk(new Date(application.created_ts * 1000)).slice(0, 16)}</dd>
              </dl>
              {mayDecide ? <Decide application={application} /> : <p className={styles.words}>{text.noPermission}</p>}
            </div>
          </div>
        </Panel>
      ))}
    </>
  );
}
