import { useEffect } from 'react';
import { MarkedText } from '#app/components/lists/marked-text.tsx';
import { calls } from '#app/paths.ts';
import { content } from '#app/text/zh-hk/content.ts';
import { searchFieldText } from '#app/text/zh-hk/search-field.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './search-field.module.css';

export interface SuggestionView {
  /** Null for hosts and pages, which have none. */
  content_type: number | null;
  type: string;
  item_id: number;
  /** The singer of a song. */
  caption: string;
  title_parts: { text: string; hit: boolean }[];
  keyart_url: { srcset: string; src: string };
  url: string;
}

const TYPING_PAUSE_MS = 120;

/** Asks for titles and names that match the typed text. Finds none without text or network. */
function useSuggestions(typed: string, onFound: (found: SuggestionView[]) => void): void {
  const q = typed.trim();
  useEffect(() => {
    if (!q) {
      onFound([]);
      return;
    }
    const left = new AbortController();
    const ask = async () => {
      try {
        const reply = await fetch(calls.searchSuggest(q), {
          signal: AbortSignal.any([left.signal, AbortSignal.timeout(4_000)]),
        });
        if (!reply.ok) return;
        const { response } = (await reply.json()) as { response: { suggestions: SuggestionView[] } };
        onFound(response.suggestions);
      } catch {
        // Suggestions are optional: the form still works.
      }
    };
    const timer = setTimeout(() => void ask(), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [q, onFound]);
}

/** The options below a search box, whose code is loaded with the first focus of one. */
export function Suggestions({
  listId,
  typed,
  found,
  active,
  onFound,
  onChoose,
}: {
  listId: string;
  typed: string;
  found: readonly SuggestionView[];
  /** Index of the option that the keys have moved to; −1: none. */
  active: number;
  onFound: (found: SuggestionView[]) => void;
  onChoose: (address: string) => void;
}) {
  useSuggestions(typed, onFound);
  return found.map((each, at) => (
    // The input keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={each.url}
      id={`${listId}-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(each.url)}
    >
      <Icon name="search" />
      <span>
        <MarkedText parts={each.title_parts} bold />
      </span>
      <small>
        {(each.type === 'song' && each.caption) ||
          (each.content_type === null ? searchFieldText.untyped[each.type] : content.kinds[each.content_type])}
      </small>
    </div>
  ));
}
