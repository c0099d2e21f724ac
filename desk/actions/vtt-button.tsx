import { useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { readVtt } from './read-vtt.ts';
import { useMay } from './use-may.ts';
import styles from './actions.module.css';

/** Chooses a WebVTT file for an action, which it then shows and runs. Absent without its permission. */
export function VttButton({
  action,
  input,
  words,
  lengthMs,
}: {
  action: string;
  /** Besides `text`, the content of the file. */
  input: object;
  words: string;
  /** A cue that begins later is refused. */
  lengthMs: number;
}) {
  const may = useMay(action);
  const chooser = useRef<HTMLInputElement>(null);
  const [content, setContent] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  if (!may) return null;
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFault('');
    const given = await readVtt(file, lengthMs);
    if ('fault' in given) setFault(given.fault);
    else setContent(given.content);
  };
  return (
    <div>
      <Button tone="outline" onClick={() => chooser.current?.click()}>
        {words}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={words}
        accept=".vtt,text/vtt"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // The same file again is a change, too.
          target.value = '';
        }}
      />
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {content !== null && (
        <ActionDialog
          action={action}
          input={{ ...input, text: content }}
          words={words}
          onClose={() => setContent(null)}
        />
      )}
    </div>
  );
}
