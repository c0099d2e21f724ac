import { useEffect, useRef, useState } from 'react';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { close, useShown, type Shown } from './dialogs.ts';
import styles from './dialog-host.module.css';

const NOTIFY_ALIVE_MS = 2_500;

/** Draws whatever `alert`, `confirm` and `notify` were asked to say. */
export function DialogHost() {
  const shown = useShown();
  const note = shown.find((s) => s.kind === 'notify');
  const box = shown.find((s) => s.kind !== 'notify');
  return (
    <>
      {box && <Box key={box.id} box={box} />}
      <div className={styles.notes} role="status">
        {note && <Note key={note.id} id={note.id} words={note.words} />}
      </div>
    </>
  );
}

function Box({ box }: { box: Exclude<Shown, { kind: 'notify' }> }) {
  const buttons = box.kind === 'alert' ? [{ words: shell.ok }] : box.buttons;
  return (
    <Dialog
      role="alertdialog"
      title={box.title}
      onClose={() => {
        if (box.kind === 'alert' || box.closable) close(box.id);
      }}
      {...(box.kind === 'confirm' && box.closable ? { closeLabel: shell.close } : {})}
      actions={buttons.map((button) => (
        <Button
          key={button.words}
          tone={'tone' in button ? (button.tone ?? 'ink') : 'ink'}
          onClick={() => {
            close(box.id);
            if ('action' in button) button.action?.();
          }}
        >
          {button.words}
        </Button>
      ))}
    >
      <p>{box.words}</p>
    </Dialog>
  );
}

function Note({ id, words }: { id: number; words: string }) {
  const [held, setHeld] = useState(false);
  const leftMs = useRef(NOTIFY_ALIVE_MS);
  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => close(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - since;
    };
  }, [held, id]);
  return (
    <span className={styles.note} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      {words}
    </span>
  );
}
