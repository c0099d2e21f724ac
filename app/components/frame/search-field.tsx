import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { searchFieldText } from '#app/text/zh-hk/search-field.ts';
import buttons from '#app/ui/button.module.css';
import { Icon } from '#app/ui/icon.tsx';
import styles from './search-field.module.css';
import type { Suggestions } from './suggestions.tsx';

const LOOKS = { bar: styles.bar, menu: styles.menu, page: styles.page };

/**
 * The search box: a form that works without scripts, with suggestions when they run. Combobox keys: up and down move,
 * Enter opens, Escape closes.
 */
export function SearchField({
  id,
  look,
  keyword = '',
  to = paths.search,
  onLeave,
}: {
  id: string;
  look: 'bar' | 'menu' | 'page';
  keyword?: string;
  /** Target of the form: the search, or its review variant. */
  to?: (query: { q?: string }) => string;
  /** Closes the container of the box when navigating. */
  onLeave?: () => void;
}) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(keyword);
  /** Text to get suggestions for; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const [asks, setAsks] = useState(false);
  const [suggestions, setSuggestions] = useState<ComponentProps<typeof Suggestions>['found']>([]);
  const [Options, setOptions] = useState<typeof Suggestions | null>(null);
  /** The search page opens without a keyword in order to type one. */
  const isOpened = look === 'page' && keyword === '';
  const isOpen = typed !== null && suggestions.length > 0;
  const listId = `${id}-list`;
  const noteId = `${id}-note`;

  useEffect(() => setText(keyword), [keyword]);
  useEffect(() => setActive(-1), [suggestions]);

  /** Without network there are no suggestions either; the next focus tries again. */
  const loadOptions = () => {
    if (Options !== null) return;
    void import('./suggestions.tsx').then((loaded) => setOptions(() => loaded.Suggestions)).catch(() => undefined);
  };
  const close = () => {
    setTyped(null);
    setSuggestions([]);
    setActive(-1);
  };
  const go = (address: string) => {
    close();
    onLeave?.();
    void navigate(address);
  };
  const type = (value: string) => {
    // The box may have had the focus before scripts ran.
    loadOptions();
    setText(value);
    setTyped(value);
    setAsks(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (!q) {
      setAsks(true);
      field.current?.focus();
      return;
    }
    go(to({ q }));
  };
  const key = (event: KeyboardEvent) => {
    // Input methods use these keys too.
    if (event.nativeEvent.isComposing) return;
    const chosen = suggestions[active];
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && isOpen && chosen) {
      event.preventDefault();
      go(chosen.url);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) {
        setTyped(text);
        return;
      }
      event.preventDefault();
      const places = suggestions.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : places - 1;
      setActive(((active + 1 + step) % places) - 1);
    }
  };

  return (
    <search className={`${styles.search} ${LOOKS[look]}`}>
      <form action={to({})} method="get" className={styles.form} onSubmit={submit}>
        <label className="vh" htmlFor={id}>
          {searchFieldText.label}
        </label>
        {look === 'page' && <Icon name="search" />}
        <input
          ref={field}
          id={id}
          name="q"
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
          aria-invalid={asks || undefined}
          aria-describedby={asks ? noteId : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
          placeholder={look === 'bar' ? searchFieldText.short : searchFieldText.placeholder}
          value={text}
          {...(isOpened ? { autoFocus: true, 'data-focus-first': '' } : {})}
          onFocus={loadOptions}
          onChange={(event) => type(event.target.value)}
          onKeyDown={key}
          onBlur={close}
        />
        {look === 'page' && text !== '' && (
          <button
            type="button"
            className={styles.icon}
            aria-label={searchFieldText.clear}
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          >
            <Icon name="x" />
          </button>
        )}
        {look === 'page' ? (
          <button className={`${buttons.button} ${styles.submit}`}>{searchFieldText.submit}</button>
        ) : (
          <button className={styles.icon} aria-label={searchFieldText.submit}>
            <Icon name="search" />
          </button>
        )}
      </form>
      <p id={noteId} className={asks ? styles.note : 'vh'} role="status">
        {asks ? searchFieldText.ask : typed !== null && searchFieldText.suggestionCount(suggestions.length)}
      </p>
      <div id={listId} role="listbox" aria-label={searchFieldText.suggestions} className={styles.list} hidden={!isOpen}>
        {Options !== null && typed !== null && (
          <Options
            listId={listId}
            typed={typed}
            found={suggestions}
            active={active}
            onFound={setSuggestions}
            onChoose={go}
          />
        )}
      </div>
    </search>
  );
}
