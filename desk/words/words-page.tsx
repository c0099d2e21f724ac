import { useState, type SubmitEvent } from 'react';
import {
  Form,
  Link,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
  redirect,
  type LoaderFunctionArgs,
} from 'react-router';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { ChannelBit, isChannelId } from '#shared/enums.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { formText } from '../form-text.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { ListedArticle } from './article-types.ts';
import { WordsHead } from './rooms/words-head.tsx';
import styles from './words-page.module.css';

const FILTERS = ['kind', 'state', 'text', 'mine', 'before'] as const;
const text = wordsText.list;

interface Loaded {
  items: ListedArticle[];
  next_before: string | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadWords({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const given = new URL(request.url).searchParams;
  const filter: Loaded['filter'] = {};
  for (const name of FILTERS) {
    const value = given.get(name)?.trim();
    if (value) filter[name] = value;
  }
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
      const { draft_id: id } = await call<{ draft_id: number }>('/api/staff/drafts', { fields });
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

function Row({ article }: { article: ListedArticle }) {
  const { draft_id: draftId, article_id: articleId, title, state } = article;
  return (
    <li className={styles.row}>
      <Link to={draftId === null ? deskPaths.article(articleId!) : deskPaths.draft(draftId)}>
        {title || text.untitled}
      </Link>
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
  const isLoading = useNavigation().state === 'loading';
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <WordsHead title={wordsText.title} note={wordsText.note}>
        <NewArticle />
      </WordsHead>
      <Form className={styles.filters} role="search" aria-label={text.filters}>
        <label>
          {text.text}
          <input name="text" type="search" defaultValue={filter.text} maxLength={100} />
        </label>
        <label>
          {text.kind}
          <select name="kind" defaultValue={filter.kind ?? ''}>
            <option value="">{text.all}</option>
            {Object.entries(wordsText.kinds).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.state}
          <select name="state" defaultValue={filter.state ?? ''}>
            <option value="">{text.all}</option>
            {Object.entries(wordsText.states).map(([state, words]) => (
              <option key={state} value={state}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.mine}>
          <input name="mine" type="checkbox" value="1" defaultChecked={filter.mine === '1'} />
          {text.mine}
        </label>
        <Button type="submit" disabled={isLoading}>
          {text.show}
        </Button>
        {isFiltered && <Link to={deskPaths.words()}>{text.clear}</Link>}
      </Form>
      <Panel title={wordsText.title}>
        {items.length === 0 && <p className={styles.empty}>{isFiltered ? text.noMatch : text.empty}</p>}
        <ul>
          {items.map((article) => (
            <Row key={`${article.draft_id}/${article.article_id}`} article={article} />
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
