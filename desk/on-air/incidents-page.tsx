import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { IncidentList } from './incident-list.tsx';
import type { Incidents } from './on-air.types.ts';
import styles from './on-air-page.module.css';

export async function loadIncidents({ request }: LoaderFunctionArgs): Promise<Incidents> {
  const beforeId = new URL(request.url).searchParams.get('before_id');
  const query = beforeId === null ? '' : `?${new URLSearchParams({ before_id: beforeId })}`;
  return call<Incidents>(`/api/staff/incidents${query}`, undefined, request.signal);
}

/** Incidents that are closed, newest first. */
export function IncidentsPage() {
  const { items, next_before_id: next } = useLoaderData<Incidents>();
  usePageTitle(text.history);
  return (
    <>
      <RoomHead title={text.history}>
        <Link to={deskPaths.onAir()}>{text.title}</Link>
      </RoomHead>
      <Panel title={text.closedIncidents}>
        {items.length === 0 && <p className={styles.empty}>{text.noHistory}</p>}
        <IncidentList incidents={items} nowMs={0} />
        {next !== null && (
          <p className={styles.empty}>
            <Link to={deskPaths.incidents({ before_id: String(next) })}>{text.older}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}

interface Runbook {
  title: string;
  text: string;
}

export const loadRunbook = ({ params, request }: LoaderFunctionArgs): Promise<Runbook> =>
  call<Runbook>(`/api/staff/incidents/runbooks/${encodeURIComponent(params.kind ?? '')}`, undefined, request.signal);

/** What to do about a kind of incident, from the operator's runbooks. */
export function RunbookPage() {
  const { title, text: words } = useLoaderData<Runbook>();
  usePageTitle(text.runbook);
  return (
    <>
      <RoomHead title={text.runbook}>
        <Link to={deskPaths.onAir()}>{text.title}</Link>
      </RoomHead>
      <div lang="en">
        <Panel title={title}>
          <p className={styles.runbook}>{words}</p>
        </Panel>
      </div>
    </>
  );
}
