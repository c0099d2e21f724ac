import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { paths } from '#app/paths.ts';
import type { ShownBreakingNews } from '#domain/breaking-news/breaking-news.rules.ts';
import { breakingNewsHtml, DISMISSED } from './breaking-news-html.ts';

/** With the reply time, breaking news appear within two seconds. */
const EVERY_MS = 1_000;
const FALLBACK_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** The live region, which must be in the page before its content. */
function region(): HTMLElement {
  const found = document.querySelector<HTMLElement>('breaking-news');
  if (found) return found;
  const made = document.createElement('breaking-news');
  made.role = 'status';
  document.body.append(made);
  return made;
}

function wasDismissed(key: string): boolean {
  try {
    return localStorage.getItem(DISMISSED) === key;
  } catch {
    return false;
  }
}

/** End of what is shown. */
let endsAtMs = Infinity;

function show(news: ShownBreakingNews | null): void {
  endsAtMs = news?.endsAtMs ?? Infinity;
  const box = region();
  const key = news?.key ?? '';
  if ((box.dataset['key'] ?? '') === key) return;
  box.dataset['key'] = key;
  box.hidden = wasDismissed(key);
  if (news === null || box.hidden) {
    box.replaceChildren();
    return;
  }
  box.innerHTML = breakingNewsHtml(news);
  box.querySelector('button')!.onclick = () => {
    box.hidden = true;
    try {
      localStorage.setItem(DISMISSED, key);
    } catch {
      // Without storage it is dismissed on this page.
    }
  };
}

/**
 * Keeps the breaking news of a page current while it is visible. The reply is a cached page of a few bytes, served
 * from memory or by a cache in front, and 304 while nothing changes.
 */
export function watchBreakingNews(): void {
  reserveBottomInset('breaking', region());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const look = async () => {
    clearTimeout(timer);
    if (isAsking || document.hidden) return;
    isAsking = true;
    let nextMs = FALLBACK_MS;
    try {
      const reply = await fetch(paths.breakingNews(), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (reply.ok) {
        show(((await reply.json()) as { news: ShownBreakingNews | null }).news);
        nextMs = EVERY_MS;
      }
    } catch {
      // Offline, or the page is left: what is shown stays until its end by this device's clock.
      if (Date.now() >= endsAtMs) show(null);
    }
    isAsking = false;
    timer = setTimeout(() => void look(), nextMs);
  };
  document.addEventListener('visibilitychange', () => void look());
  addEventListener('online', () => void look());
  void look();
}
