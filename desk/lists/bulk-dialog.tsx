import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { Link, useRevalidator } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { MAX_LABEL_CHARS, ROWS_ALONE } from '#domain/actions/staff-jobs.rules.ts';
import { faultText, isProofNeeded } from '../actions/fault-text.ts';
import { previewAction, type Preview } from '../actions/run-action.ts';
import { ShownRows } from '../actions/shown-rows.tsx';
import { call, isSessionOver } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { deskPaths } from '../desk-paths.ts';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { formText } from '../form-text.ts';
import { JobProgress } from './job-progress.tsx';
import styles from './bulk.module.css';

const text = deskText.lists.bulk;

/** A row's preview, or why it would be refused. */
type Shown = { preview: Preview } | { fault: string };

interface Props {
  action: string;
  words: string;
  rows: readonly { label: string; input: object }[];
  onClose: () => void;
}

/** Shows what an action would change in the first rows, then lets the server run it row by row. */
export function BulkDialog({ action, words, rows, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const formId = useId();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [jobId, setJobId] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [unproved, setUnproved] = useState<{ reason: string } | null>(null);
  // The inputs of a dialog that is open do not change, and a repeated press begins one job.
  const looked = useRef(rows.slice(0, ROWS_ALONE).map(({ input }) => input));
  const [key] = useState(() => crypto.randomUUID());

  useEffect(() => {
    const mine = new AbortController();
    void (async () => {
      for (const input of looked.current) {
        const one = await previewAction(action, input, mine.signal).then(
          (preview) => ({ preview }),
          (error: unknown) => ({ fault: faultText(error), isEnded: isSessionOver(error) }),
        );
        if (mine.signal.aborted) return;
        // Whoever puts the log-in off is not asked for it by every further row.
        if ('isEnded' in one && one.isEnded) return setFault(one.fault);
        setShown((before) => [...before, one]);
      }
    })();
    return () => mine.abort();
  }, [action]);

  async function start(reason: string): Promise<void> {
    setFault('');
    setBusy(true);
    const asked = rows.map(({ label, input }, at) => {
      const one = shown[at];
      return {
        label: label.slice(0, MAX_LABEL_CHARS),
        input,
        shown_hash: one && 'preview' in one ? one.preview.hash : null,
      };
    });
    try {
      const body = { action, reason, rows: asked };
      const reply = await pressed(() =>
        call<{ job_id: number }>('/api/staff/bulk-jobs', body, undefined, { 'idempotency-key': key }),
      );
      setJobId(reply.job_id);
    } catch (error) {
      if (isProofNeeded(error)) setUnproved({ reason });
      else setFault(faultText(error));
    }
    setBusy(false);
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void start(formText(event.currentTarget, 'reason'));
  };
  const close = () => {
    onClose();
    if (jobId !== null) void revalidate();
  };

  const lookedAt = Math.min(rows.length, ROWS_ALONE);
  const isLooked = shown.length === lookedAt;
  const isLooking = !isLooked && fault === '';
  const looking = text.looking(shown.length, lookedAt);
  const previews = shown.flatMap((one) => ('preview' in one ? one.preview : []));
  return (
    <Dialog
      title={`${words}（${rows.length}）`}
      onClose={close}
      actions={
        <>
          <Button tone="outline" onClick={close}>
            {text.close}
          </Button>
          {jobId === null && (
            <Button type="submit" form={formId} disabled={!isLooked || isBusy}>
              {words}
            </Button>
          )}
        </>
      }
    >
      {jobId === null ? (
        <>
          <p role="status">{isLooking ? looking : ''}</p>
          {isLooking && <ProgressBar percent={(shown.length / lookedAt) * 100} label={words} words={looking} />}
          {rows.length > lookedAt && <p>{text.lookedAt(lookedAt, rows.length)}</p>}
          {rows.length > ROWS_ALONE && <p>{text.large(ROWS_ALONE)}</p>}
          <ul className={styles.rows}>
            {rows.slice(0, lookedAt).map(({ label }, at) => {
              const one = shown[at];
              return (
                <li key={at}>
                  <details>
                    <summary>
                      <b>{label}</b>
                      <span>{one && 'fault' in one ? one.fault : text.states.waiting}</span>
                    </summary>
                    {one && 'preview' in one && <ShownRows rows={one.preview.rows} />}
                  </details>
                </li>
              );
            })}
          </ul>
          {previews.some((preview) => preview.needs_second_person) && <p>{deskText.act.second}</p>}
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
          <form id={formId} onSubmit={submit} className={styles.form}>
            {previews.some((preview) => preview.needs_reason) && (
              <label>
                {deskText.act.reason}
                <textarea name="reason" required maxLength={500} rows={2} readOnly={isBusy} />
              </label>
            )}
          </form>
        </>
      ) : (
        <>
          <JobProgress id={jobId} words={words} />
          <p>
            <Link to={deskPaths.bulkJob(jobId)}>{text.runsOn}</Link>
          </p>
        </>
      )}
      {unproved && (
        <ProofDialog
          onClose={() => setUnproved(null)}
          onProved={() => {
            setUnproved(null);
            void start(unproved.reason);
          }}
        />
      )}
    </Dialog>
  );
}
