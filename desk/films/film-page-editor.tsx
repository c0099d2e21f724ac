import { useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { filmPagesText as text } from '#app/text/zh-hk/desk-film-pages.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { RecordEditor } from '../directory/record-editor.tsx';
import { LineField, NumberField } from '../directory/text-field.tsx';
import { TimeField } from '../directory/time-field.tsx';
import { useRecord } from '../directory/use-record.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { centsOf } from '../money/cents-of.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { ChoiceField } from '../words/field.tsx';
import { inputOfSeconds } from '../words/hk-input.ts';
import { creditsOfText, textOfCredits } from './credits-text.ts';
import type { FilmPageChoices, FilmPageFields, OpenFilmPage } from './film-page-types.ts';
import { FramePicker } from './frame-picker.tsx';
import archive from '../archive/archive.module.css';

const { names } = text;

interface Loaded {
  /** Null: one to be added. */
  page: OpenFilmPage | null;
  choices: FilmPageChoices;
  nowTs: number;
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const { pageId } = params;
  const [page, choices] = await Promise.all([
    pageId === undefined
      ? null
      : call<OpenFilmPage>(`/api/staff/film-pages/${encodeURIComponent(pageId)}`, undefined, signal),
    call<FilmPageChoices>('/api/staff/film-pages/choices', undefined, signal),
  ]);
  return { page, choices, nowTs: Math.floor(Date.now() / 1000) };
}

const MONTH_SECONDS = 30 * 86_400;

const emptyFields = ({ choices, nowTs }: Loaded): FilmPageFields => ({
  title: '',
  tagline: '',
  story: '',
  credits: [],
  spoken: '粵語',
  keyart: '',
  categoryId: choices.categories[0]?.id ?? 0,
  programId: null,
  nextId: null,
  priceCents: 3_800,
  rentDays: 30,
  watchHours: 48,
  position: choices.next_position,
  // Not at once, so that it can be reviewed.
  publishedTs: nowTs + MONTH_SECONDS,
  sellsUntilTs: null,
});

const dollars = (cents: number): string => (Number.isNaN(cents) ? '' : String(cents / 100));

/** The typed text, and its value; they differ while the text is not valid yet. */
function ParsedField<Value>({
  value,
  text: textOf,
  parse,
  onChange,
  ...rest
}: {
  label: string;
  hint: string;
  isFaulty: boolean;
  rows?: number;
  maxLength: number;
  readOnly?: boolean;
  value: Value;
  text: (value: Value) => string;
  parse: (typed: string) => Value;
  onChange: (value: Value) => void;
}) {
  const [typed, setTyped] = useState(textOf(value));
  const isSame = JSON.stringify(parse(typed)) === JSON.stringify(value);
  return (
    <LineField
      {...rest}
      value={isSame ? typed : textOf(value)}
      onChange={(next) => {
        setTyped(next);
        onChange(parse(next));
      }}
    />
  );
}

function SidePanel({ page, isPublished }: { page: OpenFilmPage; isPublished: boolean }) {
  const { side } = text;
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(dollars(page.fields.priceCents));
  const cents = centsOf(typed);
  return (
    <Panel title={side.title}>
      <div className={archive.form}>
        {isPublished && (
          <a href={page.public_url} target="_blank" rel="noreferrer">
            {side.open}
          </a>
        )}
        {page.film_id === null ? <p>{side.noFilm}</p> : <Link to={deskPaths.film(page.film_id)}>{side.film}</Link>}
        <p>{side.running(page.running)}</p>
        {page.changed_by !== null && page.changed_ts !== null && (
          <p className={archive.quiet}>{directoryText.editor.by(page.changed_by, page.changed_ts)}</p>
        )}
      </div>
      {isPublished && (
        <div className={archive.form}>
          <label>
            {side.price}
            <input inputMode="decimal" value={typed} onChange={({ target }) => setTyped(target.value)} />
          </label>
          <ActionButton
            action="film-pages.price"
            input={{ page_id: page.page_id, price_cents: cents ?? 0 }}
            words={side.reprice}
            tone="outline"
            disabled={cents === null || cents === page.fields.priceCents}
            onDone={() => void revalidate()}
          />
          <p className={archive.quiet}>{side.repriceWords}</p>
        </div>
      )}
    </Panel>
  );
}

function Editor({ page, choices, nowTs }: Loaded) {
  const navigate = useNavigate();
  const action = page ? 'film-pages.save' : 'film-pages.create';
  const record = useRecord<FilmPageFields>(page ?? { fields: emptyFields({ page, choices, nowTs }), revision: '' }, {
    action,
    words: actionText(action),
    input: (fields, base) => (page ? { page_id: page.page_id, base, fields } : { fields }),
    ...(!page && { onAdded: ({ page_id: id }) => void navigate(deskPaths.filmPage(Number(id)), { replace: true }) }),
  });
  const { fields, edit, faulty } = record;
  const isPublished = page !== null && page.fields.publishedTs <= nowTs;
  const common = (name: keyof FilmPageFields) => ({ label: names[name]!, isFaulty: faulty.includes(name) });
  const nameIn = (list: readonly { id: number; name: string }[], id: unknown) =>
    list.find((one) => one.id === id)?.name ?? '';
  const shown = (name: keyof FilmPageFields, value: unknown): string => {
    if (name === 'categoryId') return nameIn(choices.categories, value);
    if (name === 'programId') return nameIn(choices.programs, value);
    if (name === 'nextId') return nameIn(choices.films, value);
    if (name === 'credits') return textOfCredits(value as FilmPageFields['credits']);
    if (name === 'priceCents') return exactHk(Number(value));
    if (name === 'publishedTs' || name === 'sellsUntilTs') return inputOfSeconds(value as number | null);
    return String(value);
  };
  const line = (name: 'title' | 'tagline' | 'spoken', maxLength: number, isRequired = false) => (
    <LineField
      {...common(name)}
      required={isRequired}
      maxLength={maxLength}
      value={fields[name]}
      onChange={(value) => edit({ [name]: value })}
    />
  );
  const number = (name: 'rentDays' | 'watchHours' | 'position', hint: string) => (
    <NumberField {...common(name)} hint={hint} value={fields[name]} onChange={(value) => edit({ [name]: value })} />
  );
  return (
    <RecordEditor
      record={record}
      title={fields.title || text.addTitle}
      names={names}
      shown={shown}
      isNew={page === null}
      mayEdit
      side={page && <SidePanel page={page} isPublished={isPublished} />}
    >
      {line('title', 80, true)}
      {line('tagline', 120)}
      <LineField
        {...common('story')}
        rows={6}
        maxLength={5_000}
        value={fields.story}
        onChange={(story) => edit({ story })}
      />
      <ParsedField
        {...common('credits')}
        hint={text.creditsHint}
        rows={5}
        maxLength={5_000}
        value={fields.credits}
        text={textOfCredits}
        parse={creditsOfText}
        onChange={(credits) => edit({ credits })}
      />
      {line('spoken', 40)}
      <PictureField
        label={names['keyart']!}
        hint={faulty.includes('keyart') ? directoryText.editor.refused : directoryText.editor.pictureHint}
        crop="16x9"
        value={fields.keyart}
        onChange={(keyart) => edit({ keyart })}
      />
      {page?.film_id != null && <FramePicker filmId={page.film_id} onChoose={(keyart) => edit({ keyart })} />}
      <ChoiceField
        label={names['categoryId']!}
        value={fields.categoryId}
        choices={choices.categories.map(({ id, name }) => [id, name] as const)}
        onChange={(categoryId) => categoryId !== null && edit({ categoryId })}
      />
      <ChoiceField
        label={names['programId']!}
        none={directoryText.editor.none}
        value={fields.programId}
        choices={choices.programs.map(({ id, name }) => [id, name] as const)}
        onChange={(programId) => edit({ programId })}
      />
      <ChoiceField
        label={names['nextId']!}
        none={directoryText.editor.none}
        value={fields.nextId}
        choices={choices.films.filter(({ id }) => id !== page?.page_id).map(({ id, name }) => [id, name] as const)}
        onChange={(nextId) => edit({ nextId })}
      />
      <ParsedField
        {...common('priceCents')}
        hint={text.priceHint}
        maxLength={10}
        readOnly={isPublished}
        value={fields.priceCents}
        text={dollars}
        parse={(typed) => centsOf(typed) ?? Number.NaN}
        onChange={(priceCents) => edit({ priceCents })}
      />
      {number('rentDays', text.rentHint)}
      {number('watchHours', text.watchHint)}
      {number('position', text.positionHint)}
      <TimeField
        {...common('publishedTs')}
        value={fields.publishedTs}
        onChange={(publishedTs) => publishedTs !== null && edit({ publishedTs })}
      />
      <TimeField
        {...common('sellsUntilTs')}
        hint={text.untilHint}
        value={fields.sellsUntilTs}
        onChange={(sellsUntilTs) => edit({ sellsUntilTs })}
      />
    </RecordEditor>
  );
}

/** A page on which a film is rented, or one to be added. */
export function Component() {
  const loaded = useLoaderData<Loaded>();
  const title = loaded.page ? text.edit : text.addTitle;
  usePageTitle(loaded.page?.fields.title ?? title);
  return (
    <>
      <RoomHead title={title}>
        <Link to={deskPaths.filmPages()}>{directoryText.editor.back}</Link>
      </RoomHead>
      <Editor key={loaded.page?.page_id ?? 'new'} {...loaded} />
    </>
  );
}
