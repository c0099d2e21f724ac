import { useState } from 'react';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { faultText, isProofNeeded } from '../actions/fault-text.ts';
import { call, CallError } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { useLiveRead } from '../live/live.ts';
import styles from './bulk.module.css';

const text = deskText.lists.bulk;
const POLL_MS = 3_000;

export interface Job {
  job_id: number;
  action: string;
  reason: string;
  state: 'asked' | 'running' | 'stopped' | 'refused' | 'done';
  asked_by: string;
  asked_ts: number;
  decided_by: string | null;
  rows: number;
  counts: { waiting: number; done: number; asked: number; refused: number };
}
interface WholeJob extends Job {
  is_mine: boolean;
  items: {
    row_no: number;
    label: string;
    state: 'waiting' | 'done' | 'asked' | 'refused';
    fault: { status: number; code: number | string; detail: unknown } | null;
  }[];
}

/** The rows of a job as the server runs them, and what its person may do about it. */
export function JobProgress({ id, words }: { id: number; words: string }) {
  const path = `/api/staff/bulk-jobs/${id}`;
  const { value: job, read } = useLiveRead<WholeJob | null>(path, null, { kind: 'staff-jobs', pollMs: POLL_MS });
  const [fault, setFault] = useState('');
  const [unproved, setUnproved] = useState(false);
  async function act(verb: 'stop' | 'go-on'): Promise<void> {
    setFault('');
    try {
      await pressed(() => call(`${path}/${verb}`, {}));
    } catch (error) {
      if (isProofNeeded(error)) setUnproved(true);
      else setFault(faultText(error));
    }
    await read();
  }
  if (job === null) return <p role="status">{text.states.waiting}</p>;
  const { state, counts, is_mine: isMine } = job;
  const ended = job.rows - counts.waiting;
  const left = counts.waiting + counts.refused;
  const canGoOn = isMine && left > 0 && (state === 'stopped' || state === 'done');
  const progress = `${text.jobState[state]}，${text.counts(counts.done + counts.asked, counts.refused, job.rows)}`;
  return (
    <>
      <p role="status">{progress}</p>
      <ProgressBar percent={(ended / job.rows) * 100} label={words} words={progress} />
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <ul className={styles.rows}>
        {job.items.map(({ row_no: row, label, state: rowState, fault: refusal }) => (
          <li key={row} data-state={rowState}>
            <details>
              <summary>
                <b>{label}</b>
                <span>{text.states[rowState]}</span>
              </summary>
              {refusal && <p>{faultText(new CallError(refusal.status, refusal.code, refusal.detail))}</p>}
            </details>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        {isMine && state === 'running' && (
          <Button tone="outline" onClick={() => void act('stop')}>
            {text.stop}
          </Button>
        )}
        {canGoOn && <Button onClick={() => void act('go-on')}>{text.goOn(left)}</Button>}
      </div>
      {unproved && (
        <ProofDialog
          onClose={() => setUnproved(false)}
          onProved={() => {
            setUnproved(false);
            void act('go-on');
          }}
        />
      )}
    </>
  );
}
