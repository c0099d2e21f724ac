import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import type { ToldIncident } from '#app/text/zh-hk/status.ts';
import {
  PARTS,
  stateOfDay,
  STATUS_DAYS,
  STATUS_TAG,
  type StatusDay,
  type StatusPart,
} from '#domain/status/status.rules.ts';
import { getLogbook } from '#domain/status/logbook.ts';
import { getStatus } from '#domain/status/status.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { toIncident, type IncidentView } from './status-view.server.ts';

export interface PartView {
  part: StatusPart;
  /** One letter a day, oldest first: good, bad, unknown. */
  days: string;
  bad: { day: string; seconds: number }[];
  unknown: number;
  /** Ongoing incident. */
  trouble: ToldIncident | null;
}

function toPart(
  part: StatusPart,
  days: readonly StatusDay[],
  firstDay: string,
  open: readonly IncidentView[],
): PartView {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const listed = Array.from({ length: STATUS_DAYS }, (_, at) => byDay.get(addDaysHk(firstDay, at)));
  const states = listed.map(stateOfDay);
  return {
    part,
    days: states.map((state) => state[0]).join(''),
    bad: listed.flatMap((day) =>
      day && stateOfDay(day) === 'bad' ? [{ day: day.day, seconds: day.downSeconds }] : [],
    ),
    unknown: states.filter((state) => state === 'unknown').length,
    trouble: open.find((incident) => incident.part === part)?.kind ?? null,
  };
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const [{ firstDay, days, incidents }, logbook] = await Promise.all([getStatus(db, now), getLogbook(db, now)]);
  const listed = incidents.map(toIncident);
  const open = listed.filter(({ lasted }) => lasted === null);
  return {
    siteUrl,
    parts: PARTS.map((part) => toPart(part, days[part] ?? [], firstDay, open)),
    incidents: listed,
    logbook,
  };
}

export const headers = () => publicPage({ freshSeconds: 30, staleSeconds: 300, tags: [STATUS_TAG] });
