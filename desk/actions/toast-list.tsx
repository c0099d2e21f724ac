import { useRevalidator } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { faultText, isConflict } from './fault-text.ts';
import { runAction, type Undo } from './run-action.ts';
import { dismissToast, showFault, showToast, useToasts } from './toasts.ts';
import styles from './actions.module.css';

const text = deskText.act;

/** What was done last, and its undo. */
export function ToastList() {
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  async function takeBack(id: number, { action, input, undo_of: undoOf }: Undo): Promise<void> {
    dismissToast(id);
    await runAction(action, input, { reason: text.undoReason, undoOf }).then(
      () => showToast(text.undone),
      (error: unknown) => showFault(isConflict(error) ? faultText(error) : text.notUndone),
    );
    await revalidate();
  }
  return (
    <div className={styles.toasts} role="status">
      {toasts.map(({ id, words, undo, act }) => (
        <div key={id} className={styles.toast}>
          <p>{words}</p>
          {undo && (
            <Button size="small" tone="outline" onClick={() => void takeBack(id, undo)}>
              {text.undo}
            </Button>
          )}
          {act && (
            <Button size="small" tone="outline" onClick={act.run}>
              {act.words}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
