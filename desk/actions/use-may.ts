import { useRouteLoaderData } from 'react-router';
import type { Session } from '../session.ts';

/** Whether the caller may run an action. */
export const useMay = (action: string): boolean =>
  useRouteLoaderData<Session>('desk')?.actions.includes(action) ?? false;
