import type { StaffAction } from '#domain/actions/actions.ts';
import { advertisingActions } from '#domain/advertising/advertising.actions.ts';
import { archiveActions } from '#domain/archive/archive.actions.ts';
import { classicImportActions } from '#domain/archive/importing/classic-imports.actions.ts';
import { broadcastAt } from '#domain/archive/staff-lists.ts';
import { columnActions } from '#domain/articles/columns/columns.actions.ts';
import { homeOrderActions } from '#domain/articles/home/home-order.actions.ts';
import { audienceActions } from '#domain/audience/audience.actions.ts';
import { breakingNewsActions } from '#domain/breaking-news/breaking-news.actions.ts';
import { letterActions } from '#domain/contact/contact.actions.ts';
import { campaignActions } from '#domain/campaigns/campaigns.actions.ts';
import { chartActions } from '#domain/chart/chart.actions.ts';
import { pageActions } from '#domain/pages/pages.actions.ts';
import { draftActions } from '#domain/drafts/drafts.actions.ts';
import { eventActions } from '#domain/events/events.actions.ts';
import { invitationActions } from '#domain/invitations/invitations.actions.ts';
import { filmMakingActions } from '#domain/film-making/film-making.actions.ts';
import { liveBlogActions } from '#domain/live-blogs/live-blogs.actions.ts';
import { captionerActions } from '#domain/archive/captions/captioners.actions.ts';
import { encoderActions } from '#domain/on-air/encoders.actions.ts';
import { incidentActions } from '#domain/on-air/incidents.actions.ts';
import { jobActions } from '#domain/on-air/jobs.actions.ts';
import { hostActions } from '#domain/hosts/hosts.actions.ts';
import { memberMergeActions } from '#domain/member-merges/member-merges.actions.ts';
import { pictureActions } from '#domain/pictures/pictures.actions.ts';
import { programActions } from '#domain/programs/programs.actions.ts';
import { settingsActions } from '#domain/settings/settings.actions.ts';
import { songActions } from '#domain/songs/songs.actions.ts';
import { staffActions } from '#domain/staff/staff.actions.ts';
import { studioActions } from '#domain/studio/studio.actions.ts';
import { supportActions } from '#domain/support/support.actions.ts';
import { timetableActions } from '#domain/timetable/timetable.actions.ts';
import { trafficActions } from '#domain/traffic/traffic.actions.ts';
import { filmPageActions } from '#domain/films/pages/film-pages.actions.ts';
import { filmActions } from '#domain/films/films.actions.ts';
import { pageOfStream } from '#domain/films/films.ts';
import { mailSamples } from '#server/desk/mail-samples.words.ts';
import { moneyActions } from '#server/desk/desk-money.ts';
import type { Runtime } from '#server/runtime.ts';
import { archiveSettingsOf, archiveSound } from '#server/services/playing/archive.ts';

/** Every action of the desk. */
export const deskActions = (
  {
    config,
    contact,
    filmMaking,
    members,
    payments,
    privacy,
  }: Pick<Runtime, 'config' | 'contact' | 'filmMaking' | 'members' | 'payments' | 'privacy'>,
  deskUrl: string,
): StaffAction[] => [
  ...archiveActions({ sound: archiveSound, settings: archiveSettingsOf(config) }),
  ...classicImportActions(),
  ...songActions({ broadcastAt }),
  ...filmMakingActions({ files: filmMaking.files, shownBy: pageOfStream }),
  ...filmActions(),
  ...filmPageActions(),
  ...advertisingActions(),
  ...audienceActions(),
  ...draftActions(),
  ...liveBlogActions(),
  ...captionerActions(),
  ...encoderActions(),
  ...incidentActions(),
  ...jobActions(),
  ...breakingNewsActions(),
  ...hostActions(),
  ...homeOrderActions(),
  ...columnActions(),
  ...chartActions(),
  ...pageActions(),
  ...memberMergeActions({ sessions: members.sessions }),
  ...moneyActions({ config, payments }),
  ...pictureActions(),
  ...programActions(),
  ...settingsActions(mailSamples),
  ...staffActions({ deskUrl }),
  ...studioActions({ deskUrl }),
  ...supportActions({ sessions: members.sessions, privacy }),
  ...timetableActions(),
  ...trafficActions(),
  ...letterActions({ mailboxes: contact.mailboxes }),
  ...eventActions(),
  ...campaignActions({ siteUrl: config.siteUrl, secretKey: members.secretKey }),
  ...invitationActions({ siteUrl: config.siteUrl }),
];
