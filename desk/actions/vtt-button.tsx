import { useRef, useState } from 'react';
import { vttText as text } from '#app/text/zh-hk/desk-archive.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_FILE_BYTES, parseWebVtt } from '#domain/archive/words/webvtt.rules.ts';
import { ActionDialog } from './action-dialog.tsx';
import { useMay } from './use-may.ts';
import styles from './actions.module.css';

/** What is wrong with a file; null: nothing. */
function faultOf(content: string, lengthMs: number): string | null {
  const read = parseWebVtt(content);
  if (!read.ok) return text.line(read.fault.line, text.faults[read.fault.code]);
  const late = read.cues.findIndex(({ startMs }) => startMs >= lengthMs);
  return late < 0 ? null : text.late(late + 1);
}

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
    if (file.size > MAX_FILE_BYTES) return setFault(text.tooLarge);
    const given = await file.text().catch(() => null);
    const found = given === null ? text.unreadable : faultOf(given, lengthMs);
    if (found === null) setContent(given);
    else setFault(found);
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
