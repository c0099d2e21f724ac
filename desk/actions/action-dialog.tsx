import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { useRevalidator } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { formText } from '../form-text.ts';
import { faultText, isConflict, isProofNeeded, isRefusedAs } from './fault-text.ts';
import { previewAction, runAction, type Preview } from './run-action.ts';
import { ShownRows } from './shown-rows.tsx';
import { showToast } from './toasts.ts';
import styles from './actions.module.css';

const text = deskText.act;

interface Props {
  action: string;
  input: object;
  words: string;
  undoOf?: string | undefined;
  onDone?: ((result: Record<string, unknown>) => void) | undefined;
  onClose: () => void;
}

/** Shows what an action would change, asks for its reason, runs it, and shows the outcome. */
export function ActionDialog({ action, input, words, undoOf, onDone, onClose }: Props) {
  const { revalidate } = useRevalidator();
  const formId = useId();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [unproved, setUnproved] = useState<{ reason: string } | null>(null);
  // A second press, or a retry after a lost reply, is the same request.
  const [key] = useState(() => crypto.randomUUID());
  const asked = JSON.stringify(input);

  function tellRefusal(error: unknown): void {
    setPreview(null);
    setFault(faultText(error));
    setStale(isConflict(error));
  }
  useEffect(() => {
    const mine = new AbortController();
    previewAction(action, JSON.parse(asked) as object, mine.signal).then(setPreview, (error: unknown) => {
      if (!mine.signal.aborted) tellRefusal(error);
    });
    return () => mine.abort();
  }, [action, asked]);

  async function run(reason: string): Promise<void> {
    setFault(null);
    setBusy(true);
    try {
      const reply = await runAction(action, input, {
        reason,
        shownHash: preview?.hash ?? null,
        undoOf: undoOf ?? null,
        key,
      });
      showToast(
        reply.outcome === 'asked' ? text.asked(words) : text.done(words),
        reply.outcome === 'done' ? reply.undo : null,
      );
      onClose();
      if (reply.outcome === 'done') onDone?.(reply.result);
      await revalidate();
    } catch (error) {
      if (isProofNeeded(error)) return setUnproved({ reason });
      if (isRefusedAs(error, 'differs-from-shown')) {
        setFault(faultText(error));
        await previewAction(action, input).then(setPreview, tellRefusal);
      } else if (isConflict(error)) tellRefusal(error);
      else setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  }
  const reload = () => {
    onClose();
    void revalidate();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(formText(event.currentTarget, 'reason'));
  };

  return (
    <Dialog
      title={words}
      onClose={onClose}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {deskText.proof.cancel}
          </Button>
          {isStale ? (
            <Button onClick={reload}>{text.reload}</Button>
          ) : (
            <Button type="submit" form={formId} disabled={preview === null || isBusy}>
              {preview?.needs_second_person ? text.ask : words}
            </Button>
          )}
        </>
      }
    >
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {preview === null && fault === null && <p role="status">{text.looking}</p>}
      {preview && <ShownRows rows={preview.rows} />}
      {preview?.needs_second_person && <p className={styles.second}>{text.second}</p>}
      <form id={formId} onSubmit={submit} className={styles.form}>
        {preview?.needs_reason && (
          <label>
            {text.reason}
            <textarea name="reason" required maxLength={500} rows={2} />
          </label>
        )}
      </form>
      {unproved && (
        <ProofDialog
          onClose={() => setUnproved(null)}
          onProved={() => {
            setUnproved(null);
            void run(unproved.reason);
          }}
        />
      )}
    </Dialog>
  );
}
