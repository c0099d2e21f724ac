import { SESSION_KEYS } from '#app/storage-keys.ts';
import { apiErrors, askToLogIn, busy, noAnswer, sessionOverWords, tooMany } from '#app/text/zh-hk/api-errors.ts';
import { paths } from '#app/paths.ts';
import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { isOutside } from '#app/components/shell/outside-link.ts';
import { alert, confirm } from '#app/components/shell/dialogs.ts';
import { memberNow } from '#app/components/frame/member-state.ts';
import { rememberReturn } from './return-address.ts';

const TIMEOUT_MS = 15_000;
/** A page reloaded this recently is not reloaded again when refused. */
const RELOADED_MS = 60_000;
const NOT_AUTHENTICATED = 10004;
const NEEDS_PLAN = 20003;
const SUSPENDED = 20;

export interface Refusal {
  status: number;
  /** Null if there was no reply, or not one of ours. */
  code: number | string | null;
  message: string;
  /** When to retry, if stated. */
  retryAfterSeconds?: number | null;
}
export type Answer = { isOk: true; response: unknown } | ({ isOk: false } & Refusal);

let isSaid = false;

/** The page knew a member and the session is over: shows that, and reloads the page once (HD-01). */
export function sessionOver(): void {
  if (isSaid) return;
  isSaid = true;
  const justReloaded = Date.now() - Number(sessionStorage.getItem(SESSION_KEYS.reloadedAt) ?? 0) < RELOADED_MS;
  if (justReloaded) return alert(sessionOverWords.title, sessionOverWords.stays);
  confirm({
    title: sessionOverWords.title,
    words: sessionOverWords.words,
    buttons: [
      {
        words: sessionOverWords.reload,
        action: () => {
          sessionStorage.setItem(SESSION_KEYS.reloadedAt, String(Date.now()));
          window.location.reload();
        },
      },
    ],
  });
}

function readBody(body: unknown): { code: Refusal['code']; message: string; response: unknown } {
  const { response_code: code, response_message: message, response } = (body ?? {}) as Record<string, unknown>;
  return {
    code: typeof code === 'number' || typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : '',
    response,
  };
}

/**
 * A call as a member. Never throws: a refusal is a result. An expired session has been shown by then, unless `tells` is
 * false.
 */
export async function callAsMember(
  path: string,
  init: RequestInit = {},
  { tells = true }: { tells?: boolean } = {},
): Promise<Answer> {
  try {
    const tooLate = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, tooLate]) : tooLate;
    const reply = await fetch(path, { ...init, signal });
    const { code, message, response } = readBody(await reply.json().catch(() => null));
    if (reply.ok) return { isOk: true, response };
    if (reply.status === 401 && tells && memberNow()?.user) sessionOver();
    const retryAfterSeconds = Number(reply.headers.get('retry-after')) || null;
    return { isOk: false, status: reply.status, code, message, retryAfterSeconds };
  } catch (error) {
    return { isOk: false, status: 0, code: null, message: String(error) };
  }
}

/** Text of a refusal; the default if the catalogue has none (HD-07, HD-08). */
export function refusalText({ status, code, message }: Refusal): string {
  if (status === 0) return noAnswer;
  if (status === 429) return tooMany;
  if (code === SUSPENDED && message) return message;
  return (code !== null && apiErrors[code]) || busy;
}

export interface Telling {
  /** Navigates. */
  go: (path: string) => void;
  /** Plans page; empty if no plans are sold. */
  pricing: string;
  /** Return address after login or subscription; defaults to the current page. */
  returnTo?: string | undefined;
  /** Texts of a part of the site, replacing the common ones. */
  words?: {
    notAuthenticated?: string;
    needsPlan?: string;
    other: (refusal: Refusal) => string;
    /** Of a button back to the current page. */
    toPage: string;
  };
}

/**
 * Shows a refusal (HD-02 to HD-09): guests are asked to log in, and return afterwards; a failure without a code is only
 * logged, unless the part of the site has a text for it.
 */
export function tellRefusal(refusal: Refusal, { go, pricing, returnTo, words: own }: Telling): void {
  const { status, code } = refusal;
  if (code === null && own === undefined) return console.error('API call failed', refusal);
  const isMember = Boolean(memberNow()?.user);
  // An expired session has already been shown; guests are asked to log in.
  if (status === 401 && isMember) return;
  const later = { words: askToLogIn.later, tone: 'quiet' } as const;
  if (code === NOT_AUTHENTICATED || (code === NEEDS_PLAN && !isMember)) {
    const logIn = () => {
      rememberReturn(returnTo);
      go(paths.login());
    };
    const words = code === NEEDS_PLAN ? askToLogIn.planForGuests : (own?.notAuthenticated ?? askToLogIn.words);
    return confirm({ title: askToLogIn.title, words, buttons: [later, { words: askToLogIn.logIn, action: logIn }] });
  }
  const goToPlans = () => {
    // After subscribing, the member returns to what they wanted to play.
    rememberReturn(returnTo);
    if (isOutside(pricing)) window.open(pricing, '_blank', 'noopener');
    else go(pricing);
  };
  if (code === NEEDS_PLAN && pricing)
    return confirm({
      title: askToLogIn.planTitle,
      words: own?.needsPlan ?? refusalText(refusal),
      buttons: [later, { words: askToLogIn.plan, action: goToPlans }],
    });
  if (code === NEEDS_PLAN) return alert(askToLogIn.refused, askToLogIn.planMissing);
  if (own === undefined) return alert(askToLogIn.refused, refusalText(refusal));
  const { pathname, search } = window.location;
  const toPage = { words: own.toPage, tone: 'quiet', action: () => go(pathname + search) } as const;
  confirm({ title: askToLogIn.refused, words: own.other(refusal), buttons: [toPage, { words: dialogs.ok }] });
}
