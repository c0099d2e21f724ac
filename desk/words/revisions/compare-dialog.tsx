import { useEffect, useState } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { call } from '../../call.ts';
import { withoutIds } from '#domain/drafts/draft-parts.rules.ts';
import type { ArticleFields, DraftField, DraftFields } from '../article-types.ts';
import { BLOCK_WORDS } from '../block-form.tsx';
import { diffParagraphs, diffWords, type Part } from './text-diff.ts';
import styles from './revisions.module.css';

const text = wordsText.editor.revisions;
const { fields: names } = wordsText.editor;

/** A revision's number, or the draft. */
type Side = number | 'draft';

/** Paragraphs of HTML, each link followed by where it leads. */
function paragraphsOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const link of body.querySelectorAll('a')) link.append(` [${link.getAttribute('href') ?? ''}]`);
  const parts = [...body.querySelectorAll('p, h2, h3, li, blockquote')].filter((part) => !part.querySelector('p, li'));
  return parts.length > 0 ? parts.map((part) => part.textContent ?? '') : [body.textContent ?? ''];
}

/** The paragraphs of an article: those of its text, and one for any other block. */
const linesOf = (blocks: ArticleFields['blocks']): string[] =>
  blocks.flatMap((block) => {
    if ('html' in block) return paragraphsOf(block.html);
    const { type, ...rest } = block;
    return [`${BLOCK_WORDS[type]} ${JSON.stringify(Object.values(rest))}`];
  });

const shown = (value: unknown): string =>
  value === null || value === '' ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ kind, text: words }, i) =>
    kind === 'same' ? (
      words
    ) : kind === 'deleted' ? (
      <del key={i}>
        <span className="vh">{text.deleted}</span>
        {words}
        <span className="vh">{text.end}</span>
      </del>
    ) : (
      <ins key={i}>
        <span className="vh">{text.inserted}</span>
        {words}
        <span className="vh">{text.end}</span>
      </ins>
    ),
  );
}

/** The paragraphs that changed, and how many lie between. */
export function BlocksDiff({ before, after }: { before: ArticleFields['blocks']; after: ArticleFields['blocks'] }) {
  const shownParts: { unchanged: number; parts: Part[] }[] = [];
  let unchanged = 0;
  for (const { isSame, parts } of diffParagraphs(linesOf(before), linesOf(after))) {
    if (isSame) unchanged++;
    else {
      shownParts.push({ unchanged, parts });
      unchanged = 0;
    }
  }
  return (
    <>
      {shownParts.map(({ unchanged: skipped, parts }, i) => (
        <div key={i}>
          {skipped > 0 && <p className={styles.skipped}>{text.skipped(skipped)}</p>}
          <p>
            <Parts parts={parts} />
          </p>
        </div>
      ))}
      {shownParts.length === 0 ? (
        <p>{text.markup}</p>
      ) : (
        unchanged > 0 && <p className={styles.skipped}>{text.skipped(unchanged)}</p>
      )}
    </>
  );
}

function Differences({ before, after }: { before: ArticleFields; after: ArticleFields }) {
  const changed = (Object.keys(after) as DraftField[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return <p>{text.same}</p>;
  return (
    <dl className={styles.differences}>
      {changed.map((field) => (
        <div key={field}>
          <dt>{names[field]}</dt>
          <dd>
            {field === 'blocks' ? (
              <BlocksDiff before={before.blocks} after={after.blocks} />
            ) : (
              <Parts parts={diffWords(shown(before[field]), shown(after[field]))} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  articleId: number;
  /** Numbers of revisions that may be chosen, newest first. */
  numbers: readonly number[];
  /** The revision whose change is asked for. */
  number: number;
  draft: DraftFields;
  onClose: () => void;
}

/** What changed between two revisions, or between one and the draft. */
export function CompareDialog({ articleId, numbers, number, draft, onClose }: Props) {
  const [from, setFrom] = useState<Side>(numbers.find((one) => one < number) ?? number);
  const [to, setTo] = useState<Side>(number > 1 ? number : 'draft');
  const [loaded, setLoaded] = useState<{ key: string; before: ArticleFields; after: ArticleFields } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const key = `${from}/${to}`;
  useEffect(() => {
    const mine = new AbortController();
    const read = async (side: Side) =>
      side === 'draft'
        ? { ...draft, blocks: withoutIds(draft.blocks) }
        : (
            await call<{ fields: ArticleFields }>(
              `/api/staff/articles/${articleId}/revisions/${side}`,
              undefined,
              mine.signal,
            )
          ).fields;
    Promise.all([read(from), read(to)]).then(
      ([before, after]) => {
        setFailed(false);
        setLoaded({ key, before, after });
      },
      () => mine.signal.aborted || setFailed(true),
    );
    return () => mine.abort();
  }, [articleId, from, to, key, draft]);
  const choice = (label: string, value: Side, set: (side: Side) => void) => (
    <label>
      {label}
      <select value={value} onChange={({ target }) => set(target.value === 'draft' ? 'draft' : Number(target.value))}>
        <option value="draft">{text.draft}</option>
        {numbers.map((one) => (
          <option key={one} value={one}>
            {text.nth(one)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Dialog title={text.compared} onClose={onClose} actions={<Button onClick={onClose}>{text.close}</Button>}>
      <div className={styles.sides}>
        {choice(text.from, from, setFrom)}
        {choice(text.to, to, setTo)}
      </div>
      <div aria-live="polite" className={styles.result}>
        {hasFailed ? <p>{text.failed}</p> : loaded?.key === key ? <Differences {...loaded} /> : <p>{text.loading}</p>}
      </div>
    </Dialog>
  );
}
