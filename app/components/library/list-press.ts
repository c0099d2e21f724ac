import type { z } from 'zod';
import { callAsMember, tellRefusal, type Refusal, type Telling } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { calls } from '#app/paths.ts';
import { apiErrors } from '#app/text/zh-hk/api-errors.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import type { addBodySchema, addedReplySchema } from '#domain/library/library.schema.ts';
import { favouritesNow, loadFavourites, onFavourites, toggleFavourite } from './favourites.ts';
import { isSentToApp } from './get-the-app.ts';
import { tellListTabs } from './list-tabs.ts';

// Actions of the list buttons, anywhere on a page. Loaded on the first press, and for subscribers.

const text = libraryText;
const SUSPENDED = 20;
/** Codes with their own explanation: full, duplicate, bookmarks full, a classic. */
const TOLD: readonly unknown[] = [120001, 120004, 10027, 10028];

/** Text for a refusal: the operator's, the code's own, or a general failure. */
function listWords({ code, message }: Pick<Refusal, 'code' | 'message'>, failed: string): string {
  if (code === SUSPENDED && message) return message;
  return (code !== null && TOLD.includes(code) && apiErrors[code]) || failed;
}

type Where = Pick<Telling, 'go' | 'pricing'>;
let isAdding = false;

/** Adds to the member's own playlist and shows what was added. On a phone this is left to the app. */
export async function addToPlaylist(asked: z.input<typeof addBodySchema>, where: Where): Promise<void> {
  if (isAdding || isSentToApp()) return;
  isAdding = true;
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) };
  const answer = await callAsMember(calls.userPlaylist(), init);
  isAdding = false;
  if (!answer.isOk) {
    const other = (refusal: Refusal) => listWords(refusal, text.addFailed);
    return tellRefusal(answer, { ...where, words: { other, toPage: text.toPage } });
  }
  const { added, left_out: leftOut } = answer.response as z.output<typeof addedReplySchema>;
  notify(text.added(added, leftOut.already_there, leftOut.no_room));
  tellListTabs();
}

/** Toggles a favourite programme and shows the result. */
export async function pressFavourite(programId: number, where: Where): Promise<void> {
  const answer = await toggleFavourite(programId);
  if (answer === null) return;
  if (answer.isOk) return notify(favouritesNow()?.has(programId) ? text.favourited : text.unfavourited);
  const words = {
    notAuthenticated: text.favouriteForGuests,
    needsPlan: text.favouriteForPlans,
    other: (refusal: Refusal) => listWords(refusal, text.favouriteFailed),
    toPage: text.toPage,
  };
  tellRefusal(answer, { ...where, words });
}

/** Parses what a button adds: `section:12`, `broadcast:3:forward`. */
export function askedBy(written: string): z.input<typeof addBodySchema> | null {
  const [kind = '', id = '', direction] = written.split(':');
  const name = { section: 'program_archive_section_id', broadcast: 'program_archive_id', program: 'program_id' }[kind];
  if (name === undefined || !/^\d+$/.test(id)) return null;
  return { [name]: Number(id), ...(direction === 'forward' || direction === 'backward' ? { direction } : {}) };
}

export function press({ add, favourite }: DOMStringMap, where: Where): void {
  const asked = add === undefined ? null : askedBy(add);
  if (asked !== null) void addToPlaylist(asked, where);
  if (favourite !== undefined) void pressFavourite(Number(favourite), where);
}

/** Keeps the hearts of a page current, including those added later. Favourites are fetched when there is one. */
export function paintFavourites(): () => void {
  let isDue = false;
  let isAsked = false;
  const paint = () => {
    isDue = false;
    const hearts = document.querySelectorAll<HTMLElement>('[data-favourite]');
    const known = favouritesNow();
    if (known === null) {
      // Once: a failed call would otherwise be repeated at every change of the page.
      if (hearts.length > 0 && !isAsked) void loadFavourites();
      isAsked = hearts.length > 0;
      return;
    }
    isAsked = false;
    for (const heart of hearts) heart.setAttribute('aria-pressed', String(known.has(Number(heart.dataset.favourite))));
  };
  const look = () => {
    if (!isDue) requestAnimationFrame(paint);
    isDue = true;
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  const forget = onFavourites(look);
  look();
  return () => {
    watch.disconnect();
    forget();
  };
}
