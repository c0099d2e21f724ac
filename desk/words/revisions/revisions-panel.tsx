import { useEffect, useState } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { Panel } from '../../frame/panel.tsx';
import type { DraftFields, Revision } from '../article-types.ts';
import styles from '../editor.module.css';
import { CompareDialog } from './compare-dialog.tsx';

const text = wordsText.editor.revisions;

interface Page {
  items: Revision[];
  next_before: number | null;
}

/** What the article was at each publication; any of it can be put back into the draft. */
export function RevisionsPanel({
  articleId,
  draft,
  onRestored,
}: {
  articleId: number | null;
  draft: DraftFields;
  onRestored: () => void;
}) {
  const [compared, setCompared] = useState<number | null>(null);
  const [page, setPage] = useState<Page | 'failed' | null>(null);
  const load = (before: number | null, signal?: AbortSignal) =>
    call<Page>(
      `/api/staff/articles/${articleId}/revisions${before === null ? '' : `?before=${before}`}`,
      undefined,
      signal,
    );
  useEffect(() => {
    if (articleId === null) return;
    const mine = new AbortController();
    load(null, mine.signal).then(setPage, () => mine.signal.aborted || setPage('failed'));
    return () => mine.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [articleId]);
  const items = page === null || page === 'failed' ? [] : page.items;
  const next = page === null || page === 'failed' ? null : page.next_before;
  const more = async () => {
    const older = await load(next).catch(() => null);
    if (older !== null) setPage({ items: [...items, ...older.items], next_before: older.next_before });
  };
  return (
    <Panel title={text.title}>
      {page === 'failed' && <p className={styles.pad}>{text.failed}</p>}
      {(articleId === null || (page !== null && page !== 'failed' && items.length === 0)) && (
        <p className={styles.pad}>{text.empty}</p>
      )}
      <ul className={styles.revisions}>
        {items.map(({ number, title, note, name, created_ts: at }) => (
          <li key={number}>
            <div>
              <b>{text.nth(number)}</b>
              <span>{`${name ?? text.before} ${wordsText.at(at)}`}</span>
              <span>{title}</span>
              {note && <em>{note}</em>}
            </div>
            {articleId !== null && (
              <span className={styles.acts}>
                <Button
                  size="small"
                  tone="quiet"
                  aria-label={text.compareNth(number)}
                  onClick={() => setCompared(number)}
                >
                  {text.compare}
                </Button>
                <ActionButton
                  action="articles.restore"
                  input={{ article_id: articleId, revision: number }}
                  words={text.restore}
                  size="small"
                  tone="outline"
                  onDone={onRestored}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {next !== null && (
        <p className={styles.pad}>
          <Button size="small" tone="outline" onClick={() => void more()}>
            {text.more}
          </Button>
        </p>
      )}
      {compared !== null && articleId !== null && (
        <CompareDialog
          articleId={articleId}
          numbers={items.map(({ number }) => number)}
          number={compared}
          draft={draft}
          onClose={() => setCompared(null)}
        />
      )}
    </Panel>
  );
}
