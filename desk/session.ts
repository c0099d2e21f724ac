import { call, sendAs, senderId } from './call.ts';
import { answerLogIn } from './entry/log-in-again.ts';

export interface Session {
  account_id: number;
  name: string;
  email: string;
  roles: { role: string; scope: { kind: string; id: string } | null }[];
  permissions: string[];
  /** Names of actions that the caller may run. */
  actions: string[];
  proved_ts: number;
}

/** Says to other tabs, which have the same cookie, whose session it is. */
let tabs: BroadcastChannel | null = null;

/** Begins anew at a page: nothing that this document has is for another account, and no form of it asks to stay. */
function beginAnew(url: string): void {
  document.body.style.display = 'none';
  sessionStorage.clear();
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.replace(url);
}

function watchTabs(): BroadcastChannel {
  const channel = new BroadcastChannel('desk-session');
  channel.addEventListener('message', ({ data }: MessageEvent<number>) => {
    if (data === senderId()) answerLogIn(true);
    else if (senderId() !== null) beginAnew(location.pathname + location.search);
  });
  return channel;
}

/** Whether the session is that of the account whose data is shown. If not, the document is being replaced. */
function isSameAccount(id: number, url: string): boolean {
  if (senderId() !== null && senderId() !== id) {
    beginAnew(url);
    return false;
  }
  sendAs(id);
  tabs ??= watchTabs();
  tabs.postMessage(id);
  return true;
}

const never = new Promise<never>(() => {});

/** The caller. Never resolves where another account has logged in: its data is shown by a new document. */
export async function loadSession({ request: { url, signal } }: { request: Request }): Promise<Session> {
  const [session, { items }] = await Promise.all([
    call<Omit<Session, 'actions'>>('/api/staff/session', undefined, signal),
    call<{ items: { name: string }[] }>('/api/staff/actions', undefined, signal),
  ]);
  if (!isSameAccount(session.account_id, url)) return never;
  return { ...session, actions: items.map(({ name }) => name) };
}

/** Goes on in an open room after a log-in, unless another account logged in. Throws `CallError`. */
export async function goOn(): Promise<void> {
  const { account_id: id } = await call<Session>('/api/staff/session');
  if (isSameAccount(id, location.pathname + location.search)) answerLogIn(true);
}
