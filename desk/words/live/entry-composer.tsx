import { deskLiveBlogText } from '#app/text/zh-hk/desk-live-blog.ts';
import { Button } from '#app/ui/button.tsx';
import { faultText } from '../../actions/fault-text.ts';
import { showToast } from '../../actions/toasts.ts';
import { Panel } from '../../frame/panel.tsx';
import { hasText } from './live-types.ts';
import { useEntryDraft } from './use-entry-draft.ts';
import { WrittenFields } from './written-fields.tsx';
import styles from './live-blog.module.css';

const text = deskLiveBlogText.write;

/** One box in which an entry is written and posted, by the keyboard alone if need be. */
export function EntryComposer({ articleId, onPosted }: { articleId: number; onPosted: () => void }) {
  const { written, isSigned, state, fault, posts, edit, post } = useEntryDraft(articleId, (reply) => {
    showToast(deskLiveBlogText.posted, reply.outcome === 'done' ? reply.undo : null);
    onPosted();
  });
  const isReady = hasText(written) && (written.picture === null || written.picture.alt.trim() !== '');
  const send = () => {
    if (isReady) void post();
  };
  return (
    <Panel title={text.title}>
      <div
        className={styles.write}
        role="group"
        aria-label={text.title}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          send();
        }}
      >
        <WrittenFields key={posts} value={written} onChange={edit} onPost={send} />
        <div className={styles.row}>
          <Button disabled={!isReady || state === 'posting'} onClick={send}>
            {state === 'posting' ? text.posting : text.post}
          </Button>
          <label className={styles.check}>
            <input type="checkbox" checked={isSigned} onChange={({ target }) => edit({ isSigned: target.checked })} />
            {text.signed}
          </label>
        </div>
        <p role="status" className={fault === null ? styles.hint : styles.fault}>
          {fault === null ? (state === 'waiting' ? text.waiting : text.keys) : faultText(fault)}
        </p>
      </div>
    </Panel>
  );
}
