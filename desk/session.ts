import { redirect } from 'react-router';
import { call, CallError } from './call.ts';
import { deskPaths } from './desk-paths.ts';

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

/** The caller; without a session leads to the log-in page, and back. */
export async function loadSession({ request }: { request: Request }): Promise<Session> {
  try {
    const { signal } = request;
    const [session, { items }] = await Promise.all([
      call<Omit<Session, 'actions'>>('/api/staff/session', undefined, signal),
      call<{ items: { name: string }[] }>('/api/staff/actions', undefined, signal),
    ]);
    return { ...session, actions: items.map(({ name }) => name) };
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    const { pathname, search } = new URL(request.url);
    throw redirect(deskPaths.logIn(pathname === '/' ? undefined : pathname + search));
  }
}
