import { useState } from 'react';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { faultText } from '../../actions/fault-text.ts';
import { runAction } from '../../actions/run-action.ts';
import { showToast } from '../../actions/toasts.ts';
import { call, CallError } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { useLeaveGuard } from '../../directory/use-leave-guard.ts';
import { Panel } from '../../frame/panel.tsx';
import { identified, withoutIds } from '#domain/drafts/draft-parts.rules.ts';
import type { ArticleFields, Choices, DraftBlock } from '../article-types.ts';
import { BlockList } from '../block-list.tsx';
import { TextField } from '../field.tsx';
import { BlocksDiff } from '../revisions/compare-dialog.tsx';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.pages;
const NO_CHOICES: Choices = { columns: [], categories: [], programs: [], recordings: [] };
/** Text and picture: pages show no other. */
const BLOCK_TYPES = [1, 2] as const;

interface Fields {
  title: string;
  summary: string;
  blocks: DraftBlock[];
}
/** As the server has it: ids of blocks are for editing alone. */
interface Saved extends Omit<Fields, 'blocks'> {
  blocks: ArticleFields['blocks'];
}
interface Loaded extends Saved {
  name: string;
  lang: string;
  revision: number;
  revisions: { number: number; title: string; name: string | null; created_ts: number }[];
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { name = '', lang = '' } = params;
  const query = new URLSearchParams({ name, lang });
  const page = await call<Omit<Loaded, 'name' | 'lang'>>(`/api/staff/pages/page?${query}`, undefined, request.signal);
  return { ...page, name, lang };
}

const fieldsOf = ({ title, summary, blocks }: Saved): Fields => ({
  title,
  summary,
  blocks: identified(blocks, [], () => crypto.randomUUID()),
});
const savedOf = ({ title, summary, blocks }: Fields): Saved => ({ title, summary, blocks: withoutIds(blocks) });

function Editor({ page }: { page: Loaded }) {
  const { name, lang } = page;
  const { revalidate } = useRevalidator();
  const [fields, setFields] = useState(() => fieldsOf(page));
  const [base, setBase] = useState(page.revision);
  const [theirs, setTheirs] = useState<{ revision: number; theirs: Fields } | null>(null);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** As loaded or saved last. */
  const [kept, setKept] = useState(() => savedOf(fields));
  const isSame = JSON.stringify(savedOf(fields)) === JSON.stringify(kept);
  useLeaveGuard(!isSame);
  // Loaded again, such as after an undo: a changed page meets it when it is saved.
  if (page.revision > base && isSame) {
    const now = fieldsOf(page);
    setFields(now);
    setKept(savedOf(now));
    setBase(page.revision);
  }
  const save = async () => {
    setBusy(true);
    setFault('');
    const sent = savedOf(fields);
    try {
      const reply = await runAction('pages.save', { name, lang, base_revision: base, ...sent });
      if (reply.outcome === 'done') {
        setKept(sent);
        setBase(Number(reply.result['revision']));
        showToast(text.saved, reply.undo);
      }
      await revalidate();
    } catch (error) {
      const detail = error instanceof CallError ? (error.detail as { theirs?: Saved; revision?: number } | null) : null;
      if (detail?.theirs) setTheirs({ theirs: fieldsOf(detail.theirs), revision: detail.revision ?? 0 });
      else setFault(faultText(error));
    }
    setBusy(false);
  };
  /** Continues with `chosen`, from what the other person has saved. */
  const settle = (now: { revision: number; theirs: Fields }, chosen: Fields) => {
    setFields(chosen);
    setKept(savedOf(now.theirs));
    setBase(now.revision);
    setTheirs(null);
  };
  const restore = async (number: number) => {
    const query = new URLSearchParams({ name, lang, number: String(number) });
    try {
      setFields(fieldsOf(await call<Saved>(`/api/staff/pages/revision?${query}`)));
    } catch (error) {
      setFault(faultText(error));
    }
  };
  return (
    <>
      {theirs && (
        <section role="alert" className={styles.both}>
          <h2>{text.both}</h2>
          <p>{text.bothHint}</p>
          {theirs.theirs.title !== fields.title && <p>{text.theirTitle(theirs.theirs.title)}</p>}
          <div>
            <BlocksDiff before={theirs.theirs.blocks} after={fields.blocks} />
          </div>
          <div className={styles.acts}>
            <Button tone="outline" onClick={() => settle(theirs, fields)}>
              {text.mine}
            </Button>
            <Button tone="outline" onClick={() => settle(theirs, theirs.theirs)}>
              {text.theirs}
            </Button>
          </div>
        </section>
      )}
      <Panel title={text.content} aside={<span>{`${name}　${text.langs[lang] ?? lang}`}</span>}>
        <div className={styles.sheet}>
          <TextField
            label={text.pageTitle}
            value={fields.title}
            onChange={(title) => setFields({ ...fields, title })}
          />
          <TextField
            label={text.summary}
            hint={text.summaryHint}
            value={fields.summary}
            onChange={(summary) => setFields({ ...fields, summary })}
          />
          <BlockList
            blocks={fields.blocks}
            faults={[]}
            choices={NO_CHOICES}
            types={BLOCK_TYPES}
            onChange={(blocks) => setFields({ ...fields, blocks })}
            onSave={() => void save()}
          />
          <div className={styles.acts}>
            <Button disabled={isSame || isBusy || theirs !== null} onClick={() => void save()}>
              {text.save}
            </Button>
            <span role="status">{isSame ? text.same : text.changedNow}</span>
            <span role="alert">{fault}</span>
          </div>
        </div>
      </Panel>
      <Panel title={wordsText.editor.revisions.title}>
        {page.revisions.length === 0 && <p className={styles.pad}>{text.noRevisions}</p>}
        <ul className={styles.list}>
          {page.revisions.map(({ number, name: who, created_ts: at }) => (
            <li key={number}>
              <div>
                <b>{wordsText.editor.revisions.nth(number)}</b>
                <p>{`${who ?? wordsText.editor.revisions.before}　${wordsText.at(at)}`}</p>
              </div>
              <Button
                size="small"
                tone="outline"
                aria-label={text.restoreNth(number)}
                onClick={() => void restore(number)}
              >
                {text.restore}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** One static page. What is saved is public at once. */
export function Component() {
  const page = useLoaderData<Loaded>();
  return (
    <>
      <WordsHead title={page.title} note={text.editNote}>
        <Link to={deskPaths.staticPages()}>{wordsText.editor.back}</Link>
      </WordsHead>
      <Editor key={`${page.name} ${page.lang}`} page={page} />
    </>
  );
}
