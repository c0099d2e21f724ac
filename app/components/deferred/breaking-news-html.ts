import { SHARED_KEYS } from '#app/storage-keys.ts';
import stylesheet from '#app/styles/breaking-news.css?url';
import { breakingNewsText as text } from '#app/text/zh-hk/breaking-news.ts';
import type { ShownBreakingNews } from '#domain/breaking-news/breaking-news.rules.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (words: string): string => words.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter]!);

/** The content of `<breaking-news>`, as rendered by the server, and updated by an open page. */
export function breakingNewsHtml({ kind, words, path }: ShownBreakingNews): string {
  const shown = path ? `<a href="${escaped(path)}">${escaped(words)}</a>` : `<span>${escaped(words)}</span>`;
  const close = `<button type="button" aria-label="${text.dismiss}">×</button>`;
  return `<link rel="stylesheet" href="${stylesheet}"><p data-kind="${kind}"><b>${text.labels[kind]}</b>${shown}${close}</p>`;
}

/** Storage key of the breaking news dismissed last. */
export const DISMISSED = SHARED_KEYS.breakingNews;
