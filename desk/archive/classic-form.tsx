import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classicsText } from '#app/text/zh-hk/desk-classics.ts';
import { uploadsText } from '#app/text/zh-hk/desk-uploads.ts';
import { Button } from '#app/ui/button.tsx';
import { EARLIEST_CLASSIC_TS, MAX_CLASSIC_TITLE_CHARS } from '#domain/archive/importing/classic-imports.rules.ts';
import { dayHkOf, instantHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { readVtt } from '../actions/read-vtt.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import { inputOfSeconds, secondsOfInput } from '../words/hk-input.ts';
import styles from './archive.module.css';
import own from './classics.module.css';

const text = classicsText.form;

export interface SoundUpload {
  upload_id: string;
  file_name: string;
  bytes: number;
}

/** An import being corrected. */
export interface FormerImport {
  import_id: number;
  /** Others may have corrected it meanwhile. */
  state: 'importing' | 'imported' | 'refused' | 'failed';
  program_id: number;
  title: string | null;
  starts_ts: number;
  available_until_ts: number | null;
  rundown: string | null;
  transcript: string | null;
  files: SoundUpload[];
}

interface Words {
  name: string;
  content: string;
}

interface Draft {
  programId: string;
  title: string;
  startsAt: string;
  /** A day. */
  until: string;
  rundown: Words | null;
  transcript: Words | null;
  /** Null: those that are there, if they are not too many. */
  picked: readonly string[] | null;
}

const EMPTY: Draft = {
  programId: '',
  title: '',
  startsAt: '',
  until: '',
  rundown: null,
  transcript: null,
  picked: null,
};

const formerWords = (content: string | null): Words | null =>
  content === null ? null : { name: text.former, content };

const draftOf = (former: FormerImport): Draft => ({
  programId: String(former.program_id),
  title: former.title ?? '',
  startsAt: inputOfSeconds(former.starts_ts),
  until: former.available_until_ts === null ? '' : dayHkOf(new Date(former.available_until_ts * 1_000 - 1)),
  rundown: formerWords(former.rundown),
  transcript: formerWords(former.transcript),
  picked: former.files.map((file) => file.upload_id),
});

/** What was typed survives a reload, as the files do. */
function useTyped(key: string, given: Draft) {
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? given : { ...given, ...(JSON.parse(kept) as Partial<Draft>) };
  });
  const typed = JSON.stringify(draft);
  useEffect(() => {
    // Too long to be kept, such as a transcript: it lives as long as the page.
    try {
      sessionStorage.setItem(key, typed);
    } catch {
      sessionStorage.removeItem(key);
    }
  }, [key, typed]);
  return [draft, setDraft] as const;
}

function VttField({
  label,
  given,
  onChange,
}: {
  label: string;
  given: Words | null;
  onChange: (to: Words | null) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const read = async (file: File | undefined) => {
    if (!file) return;
    const found = await readVtt(file);
    setFault('fault' in found ? found.fault : '');
    if ('content' in found) onChange({ name: file.name, content: found.content });
  };
  return (
    <div className={own.vtt}>
      <span className={styles.quiet}>{given ? text.chosen(label, given.name) : text.optional(label)}</span>
      <Button size="small" tone="outline" onClick={() => chooser.current?.click()}>
        {text.chooseFile(label)}
      </Button>
      {given && (
        <Button size="small" tone="outline" onClick={() => onChange(null)}>
          {text.remove(label)}
        </Button>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        accept=".vtt,text/vtt"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // The same file again is a change, too.
          target.value = '';
        }}
      />
      <p role="alert" className={own.fault}>
        {fault}
      </p>
    </div>
  );
}

/** The data of a classic, and its files. */
export function ClassicForm({
  programs,
  received,
  again,
  former,
  onAsked,
}: {
  programs: readonly { program_id: number; title: string }[];
  received: readonly SoundUpload[];
  /** Number of the import that is corrected. */
  again: number | null;
  /** Null where it was dropped meanwhile: what was typed begins another. */
  former: FormerImport | null;
  onAsked: () => void;
}) {
  const key = again === null ? 'classic' : `classic-${again}`;
  const first = useRef<HTMLSelectElement>(null);
  // The link that opened it is elsewhere in the room.
  useLayoutEffect(() => {
    if (again !== null) first.current?.focus();
  }, [again]);
  const [draft, setDraft] = useTyped(key, former === null ? EMPTY : draftOf(former));
  const change = (to: Partial<Draft>) => setDraft((now) => ({ ...now, ...to }));
  const { programId, title, startsAt, until, rundown, transcript } = draft;
  const known = new Set(received.map((file) => file.upload_id));
  const files = [...received, ...(former?.files ?? []).filter((file) => !known.has(file.upload_id))];
  const ids = files.map((file) => file.upload_id);
  const picked = draft.picked === null ? (ids.length > 2 ? [] : ids) : draft.picked.filter((id) => ids.includes(id));
  const starts = secondsOfInput(startsAt);
  const untilTs = until === '' ? null : instantHk(until, 24 * 60).getTime() / 1_000;
  const [openedAt] = useState(() => Date.now() / 1_000);
  const isFuture = starts !== null && starts > openedAt;
  const isTooEarly = starts !== null && starts < EARLIEST_CLASSIC_TS;
  const isOver = untilTs !== null && untilTs <= openedAt;
  const isTooMany = picked.length > 2;
  const isCorrected = former !== null && (former.state === 'importing' || former.state === 'imported');
  const isRight = !isFuture && !isTooEarly && !isOver && !isTooMany && !isCorrected;
  const isReady = programId !== '' && starts !== null && picked.length > 0 && isRight;
  const input = {
    program_id: Number(programId),
    title: title.trim() || null,
    starts_ts: starts,
    available_until_ts: untilTs,
    upload_ids: picked,
    rundown: rundown?.content ?? null,
    transcript: transcript?.content ?? null,
    import_id: former?.import_id ?? null,
  };
  return (
    <Panel title={former === null ? text.title : text.again(former.import_id)}>
      <div className={styles.form}>
        {again !== null && <Link to={deskPaths.classics()}>{text.fresh}</Link>}
        <p role="status">
          {again !== null && former === null && text.gone}
          {isCorrected && text.corrected}
        </p>
        <label>
          {text.program}
          <select ref={first} value={programId} onChange={({ target }) => change({ programId: target.value })}>
            <option value="">{text.choose}</option>
            {programs.map((program) => (
              <option key={program.program_id} value={program.program_id}>
                {program.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.name}
          <input
            value={title}
            maxLength={MAX_CLASSIC_TITLE_CHARS}
            autoComplete="off"
            onChange={({ target }) => change({ title: target.value })}
          />
        </label>
        <label>
          {text.startsAt}
          <input
            type="datetime-local"
            value={startsAt}
            aria-invalid={isFuture || isTooEarly}
            onChange={({ target }) => change({ startsAt: target.value })}
          />
        </label>
        <label>
          {text.until}
          <input
            type="date"
            value={until}
            aria-invalid={isOver}
            onChange={({ target }) => change({ until: target.value })}
          />
        </label>
        <fieldset className={own.files}>
          <legend>{text.files}</legend>
          {files.length === 0 && <p className={styles.quiet}>{text.noFiles}</p>}
          {files.map(({ upload_id: id, file_name: name, bytes }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={picked.includes(id)}
                onChange={({ target }) =>
                  change({ picked: target.checked ? [...picked, id] : picked.filter((other) => other !== id) })
                }
              />
              <span>{text.file(name, uploadsText.size(bytes))}</span>
            </label>
          ))}
          <p className={styles.quiet}>{text.filesNote}</p>
        </fieldset>
        <VttField label={text.rundown} given={rundown} onChange={(to) => change({ rundown: to })} />
        <VttField label={text.transcript} given={transcript} onChange={(to) => change({ transcript: to })} />
        <p className={styles.quiet}>{text.timed}</p>
        <p role="alert" className={own.fault}>
          {isFuture && text.future} {isTooEarly && text.tooEarly} {isOver && text.over} {isTooMany && text.tooMany}
        </p>
        <ActionButton
          action="archive.import-classic"
          input={input}
          words={text.submit}
          disabled={!isReady}
          onDone={() => {
            // The input is stored with the import now, and shown again if that is refused.
            if (again === null) setDraft(EMPTY);
            else sessionStorage.removeItem(key);
            onAsked();
          }}
        />
      </div>
    </Panel>
  );
}
