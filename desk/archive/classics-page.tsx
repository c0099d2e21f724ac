import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { classicReason, classicsText as text } from '#app/text/zh-hk/desk-classics.ts';
import { uploadsText } from '#app/text/zh-hk/desk-uploads.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { CLASSIC_UPLOADS } from '#domain/archive/importing/classic-imports.rules.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call, CallError } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { useRefresh } from '../lists/use-refresh.ts';
import { UploadPanel, type Upload } from '../uploads/upload-panel.tsx';
import { ClassicForm, type FormerImport } from './classic-form.tsx';
import styles from './archive.module.css';
import own from './classics.module.css';

interface Import {
  import_id: number;
  state: 'importing' | 'imported' | 'refused' | 'failed';
  step: 'read' | 'store' | null;
  step_done: number;
  reason: string | null;
  who: string;
  program_title: string;
  title: string | null;
  starts_ts: number;
  archive_id: number | null;
  created_ts: number;
}

interface Loaded {
  imports: Import[];
  uploads: Upload[];
  programs: { program_id: number; title: string }[];
  /** Number of the import to be corrected. */
  again: number | null;
  /** Null where it was dropped meanwhile. */
  former: FormerImport | null;
}

async function loadFormer(id: number, signal: AbortSignal): Promise<FormerImport | null> {
  try {
    return await call<FormerImport>(`/api/staff/classic-imports/${id}`, undefined, signal);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}

/** `again`: an import to be corrected. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const given = new URL(url).searchParams.get('again') ?? '';
  const again = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  const [imports, uploads, programs, former] = await Promise.all([
    call<{ items: Import[] }>('/api/staff/classic-imports', undefined, signal),
    call<{ items: Upload[] }>(CLASSIC_UPLOADS.path, undefined, signal),
    call<{ items: Loaded['programs'] }>('/api/staff/archive/programs', undefined, signal),
    again === null ? null : loadFormer(again, signal),
  ]);
  return { imports: imports.items, uploads: uploads.items, programs: programs.items, again, former };
}

const TONES: Record<Import['state'], string> = { importing: 'wait', imported: 'good', refused: 'bad', failed: 'bad' };

const momentOf = (seconds: number): string => dateTimeHk(new Date(seconds * 1_000)).slice(0, 16);

function Progress({ one: { state, reason, step, step_done: done }, name }: { one: Import; name: string }) {
  const { list } = text;
  if (reason !== null) return <p>{classicReason(reason)}</p>;
  if (state === 'imported') return null;
  if (step === null) return <p className={styles.quiet}>{list.waiting}</p>;
  const words = list.stepOf(list.steps[step], uploadsText.percent(done));
  return (
    <span className={styles.progress}>
      <ProgressBar percent={done * 100} label={list.progressOf(name)} words={words} />
      <span className={styles.quiet}>{words}</span>
    </span>
  );
}

function ImportRow({ one }: { one: Import }) {
  const { list } = text;
  const { import_id: id, state, archive_id: archiveId } = one;
  const name = one.title ?? one.program_title;
  return (
    <li className={own.item}>
      <p className={own.line}>
        <b>{name}</b>
        <span className={styles.state} data-tone={TONES[state]}>
          {list.states[state]}
        </span>
      </p>
      <p className={styles.quiet}>
        {list.onAir(momentOf(one.starts_ts))} · {list.by(one.who, momentOf(one.created_ts))}
      </p>
      <Progress one={one} name={name} />
      <p className={own.line}>
        {archiveId !== null && (
          <Link className={styles.link} to={deskPaths.broadcast(archiveId)}>
            {list.open}
          </Link>
        )}
        {(state === 'refused' || state === 'failed') && (
          <Link className={styles.link} to={deskPaths.classics({ again: String(id) })}>
            {list.correct}
          </Link>
        )}
        {state !== 'imported' && (
          <ActionButton
            action="archive.drop-import"
            input={{ import_id: id }}
            words={list.drop}
            size="small"
            tone="outline"
          />
        )}
      </p>
    </li>
  );
}

/** Imports of sound that was never live: files, data, and the outcome of earlier imports. */
export function Component() {
  const { imports, uploads, programs, again, former } = useLoaderData<Loaded>();
  const navigate = useNavigate();
  usePageTitle(text.title);
  useRefresh(imports.some(({ state }) => state === 'importing'));
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        <Link to={deskPaths.archive()}>{text.back}</Link>
      </RoomHead>
      <div className={styles.columns}>
        <div>
          <UploadPanel
            kind={CLASSIC_UPLOADS}
            uploads={uploads.filter(({ state }) => state === 'receiving' || state === 'received')}
            words={text.upload}
            accept=".m4a,.mp4,.aac,audio/mp4,audio/aac"
          />
          <ClassicForm
            key={again ?? 0}
            again={again}
            programs={programs}
            received={uploads.filter(({ state }) => state === 'received')}
            former={former}
            onAsked={() => void navigate(deskPaths.classics())}
          />
        </div>
        <Panel title={text.list.title}>
          {imports.length === 0 && <p className={styles.pad}>{text.list.empty}</p>}
          <ul>
            {imports.map((one) => (
              <ImportRow key={one.import_id} one={one} />
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
