import { useState, type DragEvent } from 'react';
import { useRouteLoaderData } from 'react-router';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { storyText } from '#app/text/zh-hk/payment-story.ts';
import { PROVIDERS, type Provider } from '#shared/payment-enums.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import styles from './money.module.css';

const MAX_BYTES = 1_000_000;
const text = moneyText.ledger;

type Result = Parameters<typeof text.result>[0];

/** Reconciles a settlement file, dropped or chosen, with the books of its day. */
export function ReconcileBox({ day: firstDay }: { day: string }) {
  const session = useRouteLoaderData<Session>('desk');
  const [gateway, setGateway] = useState<Provider>(PROVIDERS[0]!);
  const [day, setDay] = useState(firstDay);
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [fault, setFault] = useState('');
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  if (!session?.actions.includes('settlements.reconcile')) return null;

  async function take(given: File | undefined): Promise<void> {
    setResult(null);
    setFile(null);
    setFault('');
    if (!given) return;
    if (given.size > MAX_BYTES) setFault(text.tooLarge);
    else setFile({ name: given.name.slice(0, 120), text: await given.text() });
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Panel title={text.reconcile}>
      <div className={styles.panelForm}>
        <label>
          {text.gateway}
          <select value={gateway} onChange={(event) => setGateway(event.target.value as Provider)}>
            {PROVIDERS.map((provider) => (
              <option key={provider} value={provider}>
                {storyText.gateways[provider]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.day}
          <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        </label>
        <div
          className={styles.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <label>
            {text.file}
            <input type="file" onChange={(event) => void take(event.target.files?.[0])} />
          </label>
          <p className={styles.small}>{text.reconcileHint}</p>
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
          {file && <p>{text.chosen(file.name)}</p>}
        </div>
        <ActionButton
          action="settlements.reconcile"
          input={{ gateway, day, file: file?.name ?? '', text: file?.text ?? '' }}
          words={text.run}
          disabled={file === null || day === ''}
          onDone={(done) => setResult(done as unknown as Result)}
        />
      </div>
      <div role="status">
        {result && <p className={styles.words}>{text.result(result)}</p>}
        {result && result.unclear > 0 && <p className={styles.note}>{text.again}</p>}
      </div>
    </Panel>
  );
}
