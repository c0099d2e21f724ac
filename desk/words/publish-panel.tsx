import { useState } from 'react';
import { Link, useNavigate, useRouteLoaderData } from 'react-router';
import { deskLiveBlogText } from '#app/text/zh-hk/desk-live-blog.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { Draft } from './article-types.ts';
import type { SyncSnapshot } from './draft-sync.ts';
import { Field, TextField } from './field.tsx';
import { inputOfSeconds, secondsOfInput } from './hk-input.ts';
import styles from './editor.module.css';

const text = wordsText.editor.publish;

interface Props {
  draft: Draft;
  snapshot: SyncSnapshot;
  onDone: () => void;
}

/** Publishing, at once or at an instant; what comes after it. Only what the server has may be published. */
export function PublishPanel({ draft, snapshot, onDone }: Props) {
  const session = useRouteLoaderData<Session>('desk');
  const navigate = useNavigate();
  const isAhead = draft.state === 'scheduled';
  const isPublic = draft.state === 'published';
  const [isLater, setLater] = useState(isAhead);
  const [at, setAt] = useState(isAhead ? inputOfSeconds(draft.publish_ts) : '');
  const [until, setUntil] = useState(inputOfSeconds(draft.withdraw_ts));
  const [note, setNote] = useState<string>(text.correctFirst);

  const { revision, state, faults, conflicts } = snapshot;
  const isNews = snapshot.fields.section !== null;
  const isSaved = state === 'saved' && Object.keys(conflicts).length === 0;
  const mayPublish = session?.actions.includes('articles.publish') ?? false;
  const publishTs = isLater && !isPublic ? secondsOfInput(at) : null;
  const withdrawTs = secondsOfInput(until);
  const isSame = isPublic && revision === draft.published_revision && withdrawTs === draft.withdraw_ts;
  const isReady = isSaved && faults.length === 0;
  const input = {
    draft_id: draft.draft_id,
    revision,
    ...(publishTs !== null && { publish_ts: publishTs }),
    withdraw_ts: withdrawTs,
  };
  return (
    <Panel
      title={text.title}
      aside={
        <span className={styles.state}>
          {/* Of a withdrawn article it would be read as the time of the withdrawal. */}
          {text.state(wordsText.states[draft.state]!, isAhead || isPublic ? draft.publish_ts : null)}
        </span>
      }
    >
      <div className={styles.publish}>
        {!isPublic && (
          <fieldset className={styles.checks}>
            <legend>{text.when}</legend>
            <label>
              <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
              {text.now}
            </label>
            <label>
              <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />
              {text.later}
            </label>
          </fieldset>
        )}
        {isLater && !isPublic && (
          <Field label={text.at} hint={text.hk}>
            {(control) => (
              <input {...control} type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
            )}
          </Field>
        )}
        <Field label={text.until} hint={text.untilHint}>
          {(control) => (
            <input {...control} type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
          )}
        </Field>
        <p role="status" className={isReady ? styles.ready : styles.notReady}>
          {!mayPublish
            ? text.noPermission
            : faults.length > 0
              ? text.faults(faults.length)
              : !isSaved
                ? text.unsaved
                : isSame
                  ? text.same
                  : text.ready}
        </p>
        <div className={styles.acts}>
          <ActionButton
            action="articles.publish"
            input={input}
            words={isPublic ? text.update : isLater ? text.schedule : text.publish}
            disabled={!isReady || isSame || (isLater && !isPublic && publishTs === null)}
            onDone={onDone}
          />
          {(isPublic || isAhead) && draft.article_id !== null && (
            <ActionButton
              action="articles.withdraw"
              input={{ article_id: draft.article_id }}
              words={text.withdraw}
              tone="danger"
              onDone={onDone}
            />
          )}
          <ActionButton
            action="drafts.discard"
            input={{ draft_id: draft.draft_id, revision }}
            words={text.discard}
            tone="quiet"
            onDone={() => void navigate(deskPaths.words())}
          />
        </div>
        {isPublic && mayPublish && isNews && draft.article_id !== null && (
          <Link to={deskPaths.liveBlog(draft.article_id)}>{deskLiveBlogText.title}</Link>
        )}
        {isPublic && mayPublish && (
          <details className={styles.correct}>
            <summary>{text.correct}</summary>
            <TextField label={text.correctNote} hint={text.correctHint} rows={3} value={note} onChange={setNote} />
            <ActionButton
              action="articles.correct"
              input={{ draft_id: draft.draft_id, revision, note }}
              words={text.correct}
              tone="outline"
              disabled={!isReady || note.trim() === '' || note.trim() === text.correctFirst}
              onDone={onDone}
            />
          </details>
        )}
      </div>
    </Panel>
  );
}
