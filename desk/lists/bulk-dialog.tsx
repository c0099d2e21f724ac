import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useRevalidator } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { faultText, isProofNeeded } from '../actions/fault-text.ts';
import { previewAction, runAction, type Preview } from '../actions/run-action.ts';
import { ShownRows } from '../actions/shown-rows.tsx';
import { CallError } from '../call.ts';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { formText } from '../form-text.ts';
import { runBulk, type BulkRow } from './run-bulk.ts';
import styles from './bulk.module.css';

const text = deskText.lists.bulk;

/** A row's preview, or why it would be refused. */
type Shown = { preview: Preview } | { fault: string };

const endsRun = (error: unknown): boolean =>
  isProofNeeded(error) || (error instanceof CallError && (error.status === 0 || error.status === 401));

interface Props {
  action: string;
  words: string;
  rows: readonly { label: string; input: object }[];
  onClose: () => void;
}

/** Shows what an action would change in each row, then runs it row by row; it can be stopped, and gone on with. */
export function BulkDialog({ action, words, rows: given, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const formId = useId();
  const [rows, setRows] = useState<readonly BulkRow[]>(() =>
    given.map((row) => ({ ...row, key: crypto.randomUUID(), state: 'waiting' })),
  );
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [run, setRun] = useState<AbortController | null>(null);
  const [unproved, setUnproved] = useState<{ reason: string } | null>(null);
  // The inputs of a dialog that is open do not change.
  const inputs = useRef(given.map(({ input }) => input));

  useEffect(() => {
    const mine = new AbortController();
    void (async () => {
      for (const input of inputs.current) {
        const one: Shown = await previewAction(action, input, mine.signal).then(
          (preview) => ({ preview }),
          (error: unknown) => ({ fault: faultText(error) }),
        );
        if (mine.signal.aborted) return;
        setShown((before) => [...before, one]);
      }
    })();
    return () => mine.abort();
  }, [action]);

  async function start(reason: string): Promise<void> {
    const stop = new AbortController();
    setRun(stop);
    let needsProof = false;
    await runBulk(rows, stop.signal, {
      run: async ({ input, key }) => {
        const at = rows.findIndex((row) => row.key === key);
        const one = shown[at];
        const shownHash = one && 'preview' in one ? one.preview.hash : null;
        return (await runAction(action, input, { reason, shownHash, key })).outcome;
      },
      faultOf: faultText,
      endsRun: (error) => {
        needsProof ||= isProofNeeded(error);
        return endsRun(error);
      },
      onChange: setRows,
    });
    setRun(null);
    if (needsProof) setUnproved({ reason });
    else await revalidate();
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void start(formText(event.currentTarget, 'reason'));
  };

  const isLooked = shown.length === rows.length;
  const left = rows.filter(({ state }) => state === 'waiting' || state === 'failed').length;
  const ended = rows.length - left;
  const progress = isLooked ? text.ended(ended, rows.length) : text.looking(shown.length, rows.length);
  const previews = shown.flatMap((one) => ('preview' in one ? one.preview : []));
  return (
    <Dialog
      title={`${words}（${rows.length}）`}
      onClose={onClose}
      dismissible={run === null}
      actions={
        run === null ? (
          <>
            <Button tone="outline" onClick={onClose}>
              {text.close}
            </Button>
            {left > 0 && (
              <Button type="submit" form={formId} disabled={!isLooked}>
                {ended > 0 ? text.goOn(left) : words}
              </Button>
            )}
          </>
        ) : (
          <Button tone="outline" onClick={() => run.abort()}>
            {text.stop}
          </Button>
        )
      }
    >
      <p role="status">{progress}</p>
      <ProgressBar percent={((isLooked ? ended : shown.length) / rows.length) * 100} label={words} words={progress} />
      <ul className={styles.rows}>
        {rows.map(({ key, label, state, fault }, at) => {
          const one = shown[at];
          return (
            <li key={key} data-state={state}>
              <details>
                <summary>
                  <b>{label}</b>
                  <span>
                    {fault ?? (one && 'fault' in one && state === 'waiting' ? one.fault : text.states[state])}
                  </span>
                </summary>
                {one && 'preview' in one && <ShownRows rows={one.preview.rows} />}
              </details>
            </li>
          );
        })}
      </ul>
      {previews.some((preview) => preview.needs_second_person) && <p>{deskText.act.second}</p>}
      <form id={formId} onSubmit={submit} className={styles.form}>
        {previews.some((preview) => preview.needs_reason) && left > 0 && (
          <label>
            {deskText.act.reason}
            <textarea name="reason" required maxLength={500} rows={2} readOnly={run !== null} />
          </label>
        )}
      </form>
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
