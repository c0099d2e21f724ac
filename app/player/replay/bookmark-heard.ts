import { callAsMember, tellRefusal, refusalText, type Telling } from '#app/components/member/member-call.ts';
import { tellListTabs } from '#app/components/library/list-tabs.ts';
import { calls } from '#app/paths.ts';
import { vodOf } from '#app/player/player.state.ts';
import { heardNowMs, playerSnapshot } from '#app/player/player.store.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import type { bookmarkReplySchema } from '#domain/library/library.schema.ts';
import type { z } from 'zod';

/** The last bookmark set during a replay, until it is undone or dismissed. */
export interface BookmarkNotice {
  /** Section in which it was set; not shown for others. */
  sourceKey: string;
  /** Null: it existed before or was deleted, so it cannot be undone. */
  id: number | null;
  words: string;
}

let notice: BookmarkNotice | null = null;
let isAsking = false;
const listeners = new Set<() => void>();

function set(next: BookmarkNotice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

export const bookmarkNotice = (): BookmarkNotice | null => notice;
export const putAwayBookmark = (): void => set(null);
export function onBookmark(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const send = (method: 'POST' | 'DELETE', body: object) =>
  callAsMember(calls.bookmark(), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Bookmarks the sentence just said, or the moment if there is no transcript. A refusal is shown as a prompt. */
export async function bookmarkHeard(where: Pick<Telling, 'go' | 'pricing'>): Promise<void> {
  const source = vodOf(playerSnapshot().player)?.source;
  const atMs = heardNowMs();
  if (isAsking || atMs === null || !source || !isReplay(source)) return;
  isAsking = true;
  const at = Math.round(atMs) / 1000;
  const answer = await send('POST', { program_archive_section_id: source.sectionId, at, just_said: true });
  isAsking = false;
  const text = replayText.bookmark;
  if (!answer.isOk) {
    const words = {
      notAuthenticated: text.forGuests,
      needsPlan: text.forPlans,
      other: refusalText,
      toPage: libraryText.toPage,
    };
    return tellRefusal(answer, { ...where, words });
  }
  const marked = answer.response as z.output<typeof bookmarkReplySchema>;
  const said = marked.words === null ? text.atMoment(marked.at * 1000) : text.ofWords(marked.words);
  set({
    sourceKey: source.key,
    id: marked.is_new ? marked.user_bookmark_id : null,
    words: marked.is_new ? said : text.before,
  });
  tellListTabs();
}

/** Undoes the last bookmark. */
export async function takeBackBookmark(): Promise<void> {
  if (notice === null || notice.id === null || isAsking) return;
  const before = notice;
  isAsking = true;
  const answer = await send('DELETE', { user_bookmark_id: before.id });
  isAsking = false;
  // Its list, in this tab or another, may have removed it before.
  const isGone = answer.isOk || answer.status === 404;
  set({
    ...before,
    ...(isGone && { id: null }),
    words: isGone ? replayText.bookmark.gone : refusalText(answer),
  });
  if (answer.isOk) tellListTabs();
}
