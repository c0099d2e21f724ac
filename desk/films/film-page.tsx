import { useState } from 'react';
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { filmsText } from '#app/text/zh-hk/desk-films.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { VttButton } from '../actions/vtt-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilmProgress, StateTag } from './film-state.tsx';
import type { FilmPageChoices } from './film-page-types.ts';
import type { Film, OpenFilm } from './film.types.ts';
import { useRefresh } from '../lists/use-refresh.ts';
import styles from '../archive/archive.module.css';

const text = filmsText.film;

interface Loaded extends OpenFilm {
  pages: FilmPageChoices['films'];
}

export async function loadFilm({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const [open, choices] = await Promise.all([
    call<OpenFilm>(`/api/staff/films/${Number(params['filmId'])}`, undefined, signal),
    call<FilmPageChoices>('/api/staff/film-pages/choices', undefined, signal),
  ]);
  return { ...open, pages: choices.films };
}

/** `1:02:03` of milliseconds. */
const clock = (ms: number): string => new Date(Math.round(ms / 1000) * 1000).toISOString().slice(11, 19);

function Facts({ film }: { film: Film }) {
  return (
    <Panel title={text.facts}>
      <dl className={styles.facts}>
        <dt>{filmsText.columns.state}</dt>
        <dd>
          <StateTag state={film.state} />
        </dd>
        <dt>{film.reason === null ? filmsText.columns.progress : text.reason}</dt>
        <dd>
          <FilmProgress film={film} />
        </dd>
        <dt>{text.source}</dt>
        <dd>{film.source_name}</dd>
        <dt>{text.length}</dt>
        <dd>{clock(film.length_ms)}</dd>
        <dt>{text.page}</dt>
        <dd>{film.page ? filmsText.pageOf(film.page.title, film.page.part) : filmsText.notShown}</dd>
      </dl>
    </Panel>
  );
}

function ShowOnPage({ film, pages }: { film: Film; pages: FilmPageChoices['films'] }) {
  const [pageId, setPageId] = useState('');
  const [part, setPart] = useState<'film' | 'trailer'>('film');
  const page = pages.find(({ id }) => String(id) === pageId);
  const isReplaced = page !== undefined && (part === 'film' ? page.has_film : page.has_trailer);
  if (film.state !== 'made') return <p className={styles.pad}>{text.notMade}</p>;
  if (pages.length === 0) return <p className={styles.pad}>{text.noPages}</p>;
  return (
    <div className={styles.form}>
      <label>
        {text.showPage}
        <select value={pageId} onChange={({ target }) => setPageId(target.value)}>
          <option value="">{text.choosePage}</option>
          {pages.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.showPart}
        <select value={part} onChange={({ target }) => setPart(target.value === 'trailer' ? 'trailer' : 'film')}>
          {Object.entries(text.parts).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {isReplaced && <p role="status">{text.replaces}</p>}
      <ActionButton
        action="films.show"
        input={{ film_id: film.film_id, page_id: page?.id ?? 0, part }}
        words={text.show}
        disabled={page === undefined}
      />
    </div>
  );
}

function Captions({ film, captions }: { film: Film; captions: OpenFilm['captions'] }) {
  const [lang, setLang] = useState('zh-HK');
  const [label, setLabel] = useState('');
  return (
    <Panel title={text.captions}>
      {captions.length === 0 && <p className={styles.pad}>{text.noCaptions}</p>}
      <ul className={styles.list}>
        {captions.map((one) => (
          <li key={one.lang}>{text.caption(one.label, one.lang, one.cues)}</li>
        ))}
      </ul>
      <div className={styles.form}>
        <label>
          {text.lang}
          <select value={lang} onChange={({ target }) => setLang(target.value)}>
            {Object.entries(text.langs).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.label}
          <input maxLength={40} value={label} onChange={({ target }) => setLabel(target.value)} />
        </label>
        <VttButton
          action="films.captions"
          input={{ film_id: film.film_id, lang, label: label.trim() || null }}
          words={text.addCaptions}
          lengthMs={film.length_ms}
        />
      </div>
    </Panel>
  );
}

function Chapters({ film, chapters }: { film: Film; chapters: OpenFilm['chapters'] }) {
  return (
    <Panel title={text.chapters}>
      {chapters.length === 0 && <p className={styles.pad}>{text.noChapters}</p>}
      <ol className={styles.list}>
        {chapters.map(({ at_ms: at, title }) => (
          <li key={at}>
            <span>{title}</span>
            <span className={styles.quiet}>{clock(at)}</span>
          </li>
        ))}
      </ol>
      <div className={styles.form}>
        <p className={styles.quiet}>{text.chaptersWords}</p>
        <VttButton
          action="films.chapters"
          input={{ film_id: film.film_id }}
          words={text.addChapters}
          lengthMs={film.length_ms}
        />
      </div>
    </Panel>
  );
}

/** One film: its progress, its texts, and where it is shown. */
export function FilmPage() {
  const { film, steps, captions, chapters, pages } = useLoaderData<Loaded>();
  const navigate = useNavigate();
  usePageTitle(film.name);
  useRefresh(film.state === 'making');
  const { film_id: id } = film;
  const isStopped = film.state === 'refused' || film.state === 'failed';
  return (
    <>
      <RoomHead title={film.name} note={filmsText.states[film.state]}>
        <Link to={deskPaths.films()}>{text.back}</Link>
      </RoomHead>
      <div className={styles.columns} key={id}>
        <div>
          <Facts film={film} />
          <Captions film={film} captions={captions} />
          <Chapters film={film} chapters={chapters} />
        </div>
        <div>
          <Panel title={text.acts}>
            {isStopped && (
              <div className={styles.form}>
                <ActionButton action="films.retry" input={{ film_id: id }} words={text.retry} />
              </div>
            )}
            <ShowOnPage film={film} pages={pages} />
            <div className={styles.form}>
              <p className={styles.quiet}>{text.removeWords}</p>
              <ActionButton
                action="films.remove"
                input={{ film_id: id }}
                words={text.remove}
                tone="danger"
                disabled={film.page !== null}
                onDone={() => void navigate(deskPaths.films())}
              />
            </div>
          </Panel>
          <Panel title={text.steps}>
            <ul className={styles.list}>
              {steps.map(({ name, is_done: isDone }) => (
                <li key={name}>
                  <span>{text.step(name)}</span>
                  <span className={styles.quiet}>{isDone ? text.done : text.notDone}</span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}
