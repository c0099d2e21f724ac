import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { uploadsText as text } from '#app/text/zh-hk/desk-uploads.ts';
import { Button } from '#app/ui/button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { MAX_UPLOAD_NAME_CHARS, UPLOAD_DAYS, type UploadKind } from '#domain/uploads/uploads.rules.ts';
import { faultText } from '../actions/fault-text.ts';
import type { CallError } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import { cancelUpload, goOnWith, onFileSent, pauseFile, sendFile, useSending, type Sending } from './file-sender.ts';
import archive from '../archive/archive.module.css';
import styles from './uploads.module.css';

/** A file that was sent, or is to be resumed. */
export interface Upload {
  upload_id: string;
  file_name: string;
  modified_ms: number;
  name: string;
  bytes: number;
  received_bytes: number;
  state: 'receiving' | 'received' | 'held' | 'added' | 'refused';
  reason: string | null;
  film_id: number | null;
  created_ts: number;
}

const isSameFile = (file: File, upload: Upload): boolean =>
  upload.state === 'receiving' &&
  upload.file_name === file.name &&
  upload.bytes === file.size &&
  upload.modified_ms === file.lastModified;

function faultOf(fault: CallError, percent: string, maxBytes: number): string {
  if (fault.status === 401) return text.loggedOut(percent);
  if (fault.status === 413) return text.tooLarge(text.size(maxBytes));
  if (fault.status === 503 && typeof fault.detail === 'string') return text.diskFull;
  return faultText(fault);
}

function Row({
  name,
  done,
  bytes,
  words,
  children,
}: {
  name: string;
  done: number;
  bytes: number;
  words: string;
  children?: ReactNode;
}) {
  const percent = text.percent(done / bytes);
  return (
    <li>
      <p className={styles.name}>{name}</p>
      <ProgressBar percent={(done / bytes) * 100} label={text.progressOf(name)} words={`${percent}，${words}`} />
      <p className={archive.quiet}>
        {text.sent(percent, text.size(done), text.size(bytes))} · {words}
      </p>
      {children && <p className={styles.acts}>{children}</p>}
    </li>
  );
}

/** A file that this document sends. */
function SendingRow({
  file,
  now,
  maxBytes,
  onCancel,
}: {
  file: File;
  now: Sending;
  maxBytes: number;
  onCancel: () => void;
}) {
  const { state, fault, sentBytes, bytes } = now;
  const words = fault ? faultOf(fault, text.percent(sentBytes / bytes), maxBytes) : text.states[state];
  return (
    <Row name={now.fileName} done={sentBytes} bytes={bytes} words={words}>
      {state === 'sending' || state === 'waiting' ? (
        <Button size="small" onClick={() => void pauseFile(file)}>
          {text.pause}
        </Button>
      ) : (
        <Button size="small" onClick={() => goOnWith(file)}>
          {text.goOn}
        </Button>
      )}
      <Button tone="outline" size="small" onClick={onCancel}>
        {text.cancel}
      </Button>
    </Row>
  );
}

/** Sends files of a kind, and shows the state of those sent before. */
export function UploadPanel({
  kind: { path, maxBytes, takenBy },
  uploads,
  words,
  accept,
  reasonOf = (reason) => reason,
  linkOf,
}: {
  kind: UploadKind;
  uploads: readonly Upload[];
  words: {
    title: string;
    /** Of what is made of the file; absent: it is said elsewhere. */
    name?: string;
    received: string;
  };
  accept: string;
  reasonOf?: (reason: string) => string;
  /** Link to the result. */
  linkOf?: (upload: Upload) => ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const sending = useSending(path);
  const { revalidate } = useRevalidator();
  useEffect(() => onFileSent(() => void revalidate()), [revalidate]);
  const begin = (file: File | undefined) => {
    if (!file) return;
    setFault('');
    if (file.size === 0) return setFault(text.emptyFile);
    if (file.size > maxBytes) return setFault(text.tooLarge(text.size(maxBytes)));
    const known = uploads.find((upload) => isSameFile(file, upload))?.upload_id ?? null;
    void sendFile(path, file, { name: name.trim(), known }).catch(() => setFault(text.noCode));
    setName('');
  };
  const cancel = async (id: string | null, file?: File) => {
    setFault('');
    const pressed = document.activeElement;
    try {
      await cancelUpload(path, id, file);
      // The pressed button goes with its file; somebody may have gone on elsewhere before the reply.
      const { activeElement: focused, body } = document;
      if (focused === pressed || focused === body) choose.current?.focus();
    } catch {
      setFault(text.notCancelled);
    }
    await revalidate();
  };
  const here = new Set(sending.map(([, { id }]) => id));
  const elsewhere = uploads.filter(({ upload_id: id }) => !here.has(id));
  // A worker already has a received film.
  const isCancellable = (state: Upload['state']) =>
    state === 'receiving' || state === 'refused' || (state === 'received' && takenBy === null);
  const kept = { ...text.kept, received: words.received };
  return (
    <Panel title={words.title}>
      <div className={archive.form}>
        {words.name !== undefined && (
          <label>
            {words.name}
            <input
              value={name}
              maxLength={MAX_UPLOAD_NAME_CHARS}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </label>
        )}
        <Button ref={choose} onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text.choose}
          accept={accept}
          onChange={({ target }) => {
            begin(target.files?.[0]);
            // The same file again is a change, too.
            target.value = '';
          }}
        />
        <p className={archive.quiet}>{text.hint(text.size(maxBytes), UPLOAD_DAYS)}</p>
        <p role="alert">{fault}</p>
      </div>
      {sending.length + elsewhere.length > 0 && (
        <ul className={styles.uploads}>
          {sending.map(([file, now]) => (
            <SendingRow
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              now={now}
              maxBytes={maxBytes}
              onCancel={() => void cancel(now.id, file)}
            />
          ))}
          {elsewhere.map((upload) => (
            <Row
              key={upload.upload_id}
              name={upload.name || upload.file_name}
              done={upload.received_bytes}
              bytes={upload.bytes}
              words={upload.reason === null ? kept[upload.state] : reasonOf(upload.reason)}
            >
              {linkOf?.(upload)}
              {isCancellable(upload.state) && (
                <Button tone="outline" size="small" onClick={() => void cancel(upload.upload_id)}>
                  {upload.state === 'refused' ? text.dismiss : text.cancel}
                </Button>
              )}
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  );
}
