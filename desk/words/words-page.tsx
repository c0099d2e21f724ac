import { useState, type SubmitEvent } from 'react';
import { Link, useLoaderData, useNavigate, useRouteLoaderData, redirect, type LoaderFunctionArgs } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { ChannelBit, isChannelId } from '#shared/enums.ts';
import { call } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { deskPaths } from '../desk-paths.ts';
import { formText } from '../form-text.ts';
import { Panel } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { BulkBar } from '../lists/bulk-bar.tsx';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { useSelection } from '../lists/use-selection.ts';
import type { Session } from '../session.ts';
import type { ListedArticle } from './article-types.ts';
import { WordsHead } from './rooms/words-head.tsx';
import styles from './words-page.module.css';

const FILTERS = ['kind', 'state', 'text', 'mine', 'before'] as const;
const text = wordsText.list;
const FIELDS: readonly FilterField[] = [
  { name: 'text', label: text.text, kind: 'text', maxLength: 100 },
  { name: 'kind', label: text.kind, kind: 'choice', choices: Object.entries(wordsText.kinds) },
  { name: 'state', label: text.state, kind: 'choice', choices: Object.entries(wordsText.states) },
  { name: 'mine', label: text.mine, kind: 'check' },
];

interface Loaded {
  items: ListedArticle[];
  next_before: string | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

export async function loadWords({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  return { ...(await call<Omit<Loaded, 'filter'>>(`/api/staff/articles?${query}`, undefined, request.signal)), filter };
}

/** Opens the draft of an article. */
export async function openArticle({ params, request }: LoaderFunctionArgs): Promise<Response> {
  const body = { article_id: Number(params['articleId']) };
  const { draft_id: id } = await call<{ draft_id: number }>('/api/staff/drafts', body, request.signal);
  return redirect(deskPaths.draft(id));
}

/** What a new article concerns, if the caller's roles are limited to a channel or programme. */
function scopeOf(session: Session | undefined) {
  const scopes = session?.roles.map(({ scope }) => scope) ?? [];
  const [scope] = scopes;
  if (!scope || scopes.includes(null)) return {};
  const id = Number(scope.id);
  if (scope.kind === 'channel' && isChannelId(id)) return { channelBitwise: ChannelBit[id] };
  return scope.kind === 'program' ? { programId: id } : {};
}

function NewArticle() {
  const session = useRouteLoaderData<Session>('desk');
  const navigate = useNavigate();
  const [fault, setFault] = useState('');
  const create = async (form: HTMLFormElement) => {
    const contentType = Number(formText(form, 'content_type'));
    const fields = {
      contentType,
      ...scopeOf(session),
      ...(contentType === 305 && { section: 'editorial' }),
      ...(contentType === 306 && { section: 'traffic' }),
    };
    try {
      const { draft_id: id } = await pressed(() => call<{ draft_id: number }>('/api/staff/drafts', { fields }));
      await navigate(deskPaths.draft(id));
    } catch {
      setFault(text.createFailed);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void create(event.currentTarget);
  };
  return (
    <form className={styles.create} onSubmit={submit}>
      <select name="content_type" aria-label={text.kindOfNew} defaultValue="304">
        {Object.entries(wordsText.kinds).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </select>
      <Button type="submit">{text.create}</Button>
      <p role="alert">{fault}</p>
    </form>
  );
}

/** It can be withdrawn. */
const isPublic = ({ article_id: id, state }: ListedArticle) => id !== null && state === 'published';
const titleOf = ({ title, article_id: id }: ListedArticle) => title || (id === null ? text.untitled : `#${id}`);

function Row({
  article,
  isChosen,
  onChoose,
}: {
  article: ListedArticle;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { draft_id: draftId, article_id: articleId, title, state } = article;
  return (
    <li className={styles.row}>
      <span className={styles.title}>
        {isPublic(article) && (
          <input
            type="checkbox"
            aria-label={deskText.lists.bulk.choose(titleOf(article))}
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <Link to={draftId === null ? deskPaths.article(articleId!) : deskPaths.draft(draftId)}>
          {title || text.untitled}
        </Link>
      </span>
      <span className={styles.kind}>
        {wordsText.kinds[article.content_type]}
        {articleId !== null && ` #${articleId}`}
      </span>
      <span className={styles.states}>
        <span className={styles.state} data-state={state}>
          {wordsText.states[state]}
        </span>
        {article.has_changes && state !== 'draft' && <span className={styles.state}>{text.changed}</span>}
        {state === 'scheduled' && article.publish_ts !== null && <span>{text.publishAt(article.publish_ts)}</span>}
      </span>
      <span className={styles.by}>{text.by(article.changed_by, article.changed_ts)}</span>
    </li>
  );
}

/** Articles of every state and their drafts, last changed first. */
export function WordsPage() {
  const { items, next_before: next, filter } = useLoaderData<Loaded>();
  usePageTitle(wordsText.title);
  const selection = useSelection(items.filter(isPublic), ({ article_id: id }) => id ?? 0);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <WordsHead title={wordsText.title} note={wordsText.note}>
        <NewArticle />
      </WordsHead>
      <FilterForm label={text.filters} fields={FIELDS} filter={filter} />
      <Panel title={wordsText.title}>
        {selection.chosen.length > 0 && (
          <BulkBar
            chosen={selection.chosen}
            labelOf={titleOf}
            actions={[
              {
                action: 'articles.withdraw',
                words: text.withdraw,
                inputOf: ({ article_id: id }) => ({ article_id: id }),
              },
            ]}
            onClear={selection.clear}
          />
        )}
        {items.length === 0 && <p className={styles.empty}>{isFiltered ? text.noMatch : text.empty}</p>}
        <ul>
          {items.map((article) => (
            <Row
              key={`${article.draft_id}/${article.article_id}`}
              article={article}
              isChosen={selection.isChosen(article)}
              onChoose={(isChosen) => selection.choose(article, isChosen)}
            />
          ))}
        </ul>
        {next !== null && (
          <p className={styles.empty}>
            <Link to={deskPaths.words({ ...filter, before: next })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
