import { useEffect, useEffectEvent } from 'react';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { logInAgain } from '../entry/log-in-again.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { ArticleFields } from './article-fields.tsx';
import type { ChangedFields, Choices, Draft, DraftBlock } from './article-types.ts';
import { BlockList } from './block-list.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import type { DraftSync, SyncSnapshot } from './draft-sync.ts';
import { TextField } from './field.tsx';
import { localCopies } from './local-copies.ts';
import { PreviewButton } from './preview-button.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { RevisionsPanel } from './revisions/revisions-panel.tsx';
import { useDraftSync, useLeftCopies, usePresence, type Other } from './use-draft.ts';
import styles from './editor.module.css';

const text = wordsText.editor;

interface Loaded {
  draft: Draft;
  choices: Choices;
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const [draft, choices] = await Promise.all([
    call<Draft>(`/api/staff/drafts/${params['draftId']}`, undefined, request.signal),
    call<Choices>('/api/staff/articles/choices', undefined, request.signal),
  ]);
  return { draft, choices };
}

/** Reading length: each Chinese character, other words as one. */
function countWords(blocks: readonly DraftBlock[]): number {
  const words = blocks
    .flatMap((block) => ('html' in block ? [block.html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&\w+;/g, ' ')] : []))
    .join(' ');
  return words.match(/\p{Script=Han}|[\p{L}\p{N}]+(?<!\p{Script=Han})/gu)?.length ?? 0;
}

const clockOf = (seconds: number) => clockHk(new Date(seconds * 1000));

function Presence({ others }: { others: readonly Other[] }) {
  return (
    <div role="status">
      {others.length > 0 && (
        <div className={styles.presence}>
          {others.map(({ name, since_ts: since, typed_ts: typed, is_me: isMe }, i) => (
            <p key={i}>
              {isMe ? text.presenceMe(clockOf(since)) : text.presence(name, clockOf(since))}
              {typed !== null && text.typing(clockOf(typed))}
            </p>
          ))}
          <p>{text.advice}</p>
        </div>
      )}
    </div>
  );
}

function SavedState({ sync, snapshot: { state, savedAtMs } }: { sync: DraftSync; snapshot: SyncSnapshot }) {
  const logIn = async () => {
    if (await logInAgain()) await sync.flush();
  };
  const words = state === 'saved' ? text.save.saved(savedAtMs) : text.save[state];
  return (
    <span role="status" className={styles.saveState} data-state={state}>
      {words}
      {state === 'signed-out' && (
        <Button size="small" tone="outline" onClick={() => void logIn()}>
          {text.logIn}
        </Button>
      )}
    </span>
  );
}

function LeftCopies({ draftId, sync }: { draftId: number; sync: DraftSync }) {
  const [copies, forget] = useLeftCopies(draftId, sync.client);
  const [copy] = copies;
  if (copy === undefined) return null;
  const take = () => {
    forget(copy);
    void sync.adopt(copy);
  };
  const drop = () => {
    forget(copy);
    void localCopies.remove(copy.draftId, copy.client);
  };
  return (
    <div role="alert" className={styles.presence}>
      <p>
        <b>{text.copy.title}</b> {text.copy.words(copy.keptAtMs)}
      </p>
      <p className={styles.acts}>
        <Button size="small" onClick={take}>
          {text.copy.take}
        </Button>
        <Button size="small" tone="outline" onClick={drop}>
          {text.copy.drop}
        </Button>
      </p>
    </div>
  );
}

function Editor({ draft, choices }: Loaded) {
  const { revalidate } = useRevalidator();
  const { sync, snapshot } = useDraftSync(draft);
  const others = usePresence(draft.draft_id, sync);
  const { fields, faults } = snapshot;
  const edit = (change: ChangedFields) => sync.edit(change);
  const save = () => void sync.flush();
  const faultsOf = (field: string) => faults.filter((fault) => fault.field === field);
  usePageTitle(fields.title || wordsText.list.untitled);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const refresh = () => {
    void sync.flush();
    void revalidate();
  };
  return (
    <>
      <Presence others={others} />
      <LeftCopies draftId={draft.draft_id} sync={sync} />
      <ConflictPanel sync={sync} snapshot={snapshot} />
      <div className={styles.editor}>
        <div>
          <section className={styles.sheet} aria-label={text.fields['blocks']}>
            <header className={styles.sheetHead}>
              <span>{draft.article_id === null ? text.fresh : text.number(draft.article_id)}</span>
              <span>{text.words(countWords(fields.blocks))}</span>
              <PreviewButton draftId={draft.draft_id} sync={sync} faults={faults} />
              <SavedState sync={sync} snapshot={snapshot} />
            </header>
            <div className={styles.titleField}>
              <TextField
                label={text.fields['title']!}
                faults={faultsOf('title')}
                value={fields.title}
                onChange={(title) => edit({ title })}
              />
            </div>
            <TextField
              label={text.fields['caption']!}
              rows={2}
              faults={faultsOf('caption')}
              value={fields.caption}
              onChange={(caption) => edit({ caption })}
            />
            <BlockList
              blocks={fields.blocks}
              faults={faultsOf('blocks')}
              choices={choices}
              onChange={(blocks) => edit({ blocks })}
              onSave={save}
            />
            <p className={styles.hint}>{text.keys}</p>
          </section>
        </div>
        <div>
          <PublishPanel draft={draft} snapshot={snapshot} onDone={refresh} />
          <Panel title={text.details}>
            <ArticleFields fields={fields} faultsOf={faultsOf} choices={choices} edit={edit} />
          </Panel>
          <RevisionsPanel
            key={draft.published_revision}
            articleId={draft.article_id}
            draft={fields}
            onRestored={refresh}
          />
        </div>
      </div>
    </>
  );
}

/** One article's draft. */
export function Component() {
  const { draft, choices } = useLoaderData<Loaded>();
  return (
    <>
      <RoomHead title={text.title}>
        <Link to={deskPaths.words()}>{text.back}</Link>
      </RoomHead>
      <Editor key={draft.draft_id} draft={draft} choices={choices} />
    </>
  );
}
