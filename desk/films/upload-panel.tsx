import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { filmReason, filmsText } from '#app/text/zh-hk/desk-films.ts';
import { Button } from '#app/ui/button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import {
  FILM_UPLOAD_DAYS,
  FILM_UPLOADS_PATH,
  MAX_FILM_NAME_CHARS,
  MAX_FILM_UPLOAD_BYTES,
} from '#domain/film-making/film-uploads.rules.ts';
import { faultText } from '../actions/fault-text.ts';
import type { CallError } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { goOnWithFilm, onFilmSent, pauseFilm, sendFilm, stopFilm, useSending, type Sending } from './film-sender.ts';
import type { FilmUpload } from './film.types.ts';
import archive from '../archive/archive.module.css';
import styles from './films.module.css';

const text = filmsText.upload;

const isSameFile = (file: File, upload: FilmUpload): boolean =>
  upload.state === 'receiving' &&
  upload.file_name === file.name &&
  upload.bytes === file.size &&
  upload.modified_ms === file.lastModified;

function faultOf(fault: CallError, percent: string): string {
  if (fault.status === 401) return text.loggedOut(percent);
  if (fault.status === 413) return text.tooLarge(text.size(MAX_FILM_UPLOAD_BYTES));
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
  children?: React.ReactNode;
}) {
  const percent = filmsText.percent(done / bytes);
  return (
    <li>
      <p className={styles.name}>{name}</p>
      <ProgressBar percent={(done / bytes) * 100} label={filmsText.progressOf(name)} words={`${percent}，${words}`} />
      <p className={archive.quiet}>
        {text.sent(percent, text.size(done), text.size(bytes))} · {words}
      </p>
      {children && <p className={styles.acts}>{children}</p>}
    </li>
  );
}

/** A file that this document sends. */
function SendingRow({ file, now, onCancel }: { file: File; now: Sending; onCancel: () => void }) {
  const { state, fault, sentBytes, bytes } = now;
  const words = fault ? faultOf(fault, filmsText.percent(sentBytes / bytes)) : text.states[state];
  return (
    <Row name={now.fileName} done={sentBytes} bytes={bytes} words={words}>
      {state === 'sending' || state === 'waiting' ? (
        <Button size="small" onClick={() => void pauseFilm(file)}>
          {text.pause}
        </Button>
      ) : (
        <Button size="small" onClick={() => goOnWithFilm(file)}>
          {text.goOn}
        </Button>
      )}
      <Button size="small" onClick={onCancel}>
        {text.cancel}
      </Button>
    </Row>
  );
}

/** Sends files to be made into films, and shows what became of those sent before. */
export function UploadPanel({ uploads }: { uploads: readonly FilmUpload[] }) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const sending = useSending();
  const { revalidate } = useRevalidator();
  useEffect(() => onFilmSent(() => void revalidate()), [revalidate]);
  const begin = (file: File | undefined) => {
    if (!file) return;
    setFault('');
    if (file.size === 0) return setFault(text.emptyFile);
    if (file.size > MAX_FILM_UPLOAD_BYTES) return setFault(text.tooLarge(text.size(MAX_FILM_UPLOAD_BYTES)));
    const known = uploads.find((upload) => isSameFile(file, upload));
    void sendFilm(file, name.trim(), known?.upload_id ?? null).catch(() => setFault(text.noCode));
    setName('');
  };
  const cancel = async (id: string | null, file?: File) => {
    if (file) await stopFilm(file);
    if (id !== null) {
      const { Upload } = await import('tus-js-client');
      await Upload.terminate(`${FILM_UPLOADS_PATH}/${id}`).catch(() => setFault(text.notCancelled));
    }
    await revalidate();
  };
  const here = new Set(sending.map(([, { id }]) => id));
  const elsewhere = uploads.filter(({ upload_id: id }) => !here.has(id));
  return (
    <Panel title={text.title}>
      <div className={archive.form}>
        <label>
          {text.name}
          <input
            value={name}
            maxLength={MAX_FILM_NAME_CHARS}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <Button onClick={() => input.current?.click()}>{text.choose}</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text.choose}
          accept="video/*,.mxf,.mkv,.mov,.ts,.mpg"
          onChange={({ target }) => {
            begin(target.files?.[0]);
            // The same file again is a change, too.
            target.value = '';
          }}
        />
        <p className={archive.quiet}>{text.hint(text.size(MAX_FILM_UPLOAD_BYTES), FILM_UPLOAD_DAYS)}</p>
        <p role="alert">{fault}</p>
      </div>
      {sending.length + elsewhere.length > 0 && (
        <ul className={styles.uploads}>
          {sending.map(([file, now]) => (
            <SendingRow
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              now={now}
              onCancel={() => void cancel(now.id, file)}
            />
          ))}
          {elsewhere.map((upload) => (
            <Row
              key={upload.upload_id}
              name={upload.name || upload.file_name}
              done={upload.received_bytes}
              bytes={upload.bytes}
              words={upload.reason === null ? text.kept[upload.state] : filmReason(upload.reason)}
            >
              {upload.film_id !== null && (
                <Link className={archive.link} to={deskPaths.film(upload.film_id)}>
                  {text.open}
                </Link>
              )}
              {upload.state !== 'received' && upload.state !== 'added' && (
                <Button size="small" onClick={() => void cancel(upload.upload_id)}>
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
