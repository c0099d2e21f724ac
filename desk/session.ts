import { redirect } from 'react-router';
import { call, CallError } from './call.ts';
import { deskPaths } from './desk-paths.ts';

export interface Session {
  account_id: number;
  name: string;
  email: string;
  roles: { role: string; scope: { kind: string; id: string } | null }[];
  permissions: string[];
  proved_ts: number;
}

/** The caller; without a session leads to the log-in page, and back. */
export async function loadSession({ request }: { request: Request }): Promise<Session> {
  try {
    return await call<Session>('/api/staff/session', undefined, request.signal);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    const { pathname, search } = new URL(request.url);
    throw redirect(deskPaths.logIn(pathname === '/' ? undefined : pathname + search));
  }
}
