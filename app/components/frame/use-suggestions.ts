import { useEffect, useState } from 'react';
import { calls } from '#app/paths.ts';

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

/** Titles and names that match the typed text; empty without text or network. */
export function useSuggestions(typed: string | null): SuggestionView[] {
  const [found, setFound] = useState<SuggestionView[]>([]);
  const q = typed?.trim() ?? '';
  useEffect(() => {
    if (!q) {
      setFound([]);
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
        setFound(response.suggestions);
      } catch {
        // Suggestions are optional: the form still works.
      }
    };
    const timer = setTimeout(() => void ask(), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [q]);
  return found;
}
