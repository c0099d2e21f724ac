import type { StaffAction } from '#domain/actions/actions.ts';
import { columnActions } from '#domain/articles/columns/columns.actions.ts';
import { homeOrderActions } from '#domain/articles/home/home-order.actions.ts';
import { breakingNewsActions } from '#domain/breaking-news/breaking-news.actions.ts';
import { chartActions } from '#domain/chart/chart.actions.ts';
import { pageActions } from '#domain/pages/pages.actions.ts';
import { draftActions } from '#domain/drafts/drafts.actions.ts';
import { encoderActions } from '#domain/on-air/encoders.actions.ts';
import { incidentActions } from '#domain/on-air/incidents.actions.ts';
import { jobActions } from '#domain/on-air/jobs.actions.ts';
import { hostActions } from '#domain/hosts/hosts.actions.ts';
import { pictureActions } from '#domain/pictures/pictures.actions.ts';
import { programActions } from '#domain/programs/programs.actions.ts';
import { staffActions } from '#domain/staff/staff.actions.ts';
import { supportActions } from '#domain/support/support.actions.ts';
import { timetableActions } from '#domain/timetable/timetable.actions.ts';
import { moneyActions } from '#server/desk/desk-money.ts';
import type { Runtime } from '#server/runtime.ts';

/** Every action of the desk. */
export const deskActions = (
  { config, members, payments, privacy }: Pick<Runtime, 'config' | 'members' | 'payments' | 'privacy'>,
  deskUrl: string,
): StaffAction[] => [
  ...draftActions(),
  ...encoderActions(),
  ...incidentActions(),
  ...jobActions(),
  ...breakingNewsActions(),
  ...hostActions(),
  ...homeOrderActions(),
  ...columnActions(),
  ...chartActions(),
  ...pageActions(),
  ...moneyActions({ config, payments }),
  ...pictureActions(),
  ...programActions(),
  ...staffActions({ deskUrl }),
  ...supportActions({ sessions: members.sessions, privacy }),
  ...timetableActions(),
];
