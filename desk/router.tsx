import { createBrowserRouter, type DataRouter, type RouteObject } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { AccountPage, loadAccount } from './account/account-page.tsx';
import { showUntil } from './actions/toasts.ts';
import { ApprovalsPage, loadApprovals } from './approvals/approvals-page.tsx';
import { ArchivePage, loadArchive } from './archive/archive-page.tsx';
import { BroadcastPage, loadBroadcast } from './archive/broadcast-page.tsx';
import { AuditPage, loadAudit } from './audit/audit-page.tsx';
import { CampaignPage, loadCampaign } from './campaigns/campaign-page.tsx';
import { CampaignsPage, loadCampaigns } from './campaigns/campaigns-page.tsx';
import { LabelsPage, loadLabels } from './campaigns/labels-page.tsx';
import { EventPage, loadEvent } from './events/event-page.tsx';
import { EventsPage, loadEvents } from './events/events-page.tsx';
import { GuestEventPage, loadGuestEvent } from './invitations/guest-event-page.tsx';
import { InvitationsPage, loadInvitations } from './invitations/invitations-page.tsx';
import { InvitationPage } from './entry/invitation-page.tsx';
import { BulkJobPage, BulkJobsPage, loadBulkJobs } from './lists/bulk-jobs-page.tsx';
import { logInAgain } from './entry/log-in-again.ts';
import { LogInPage } from './entry/log-in-page.tsx';
import { FilmPage, loadFilm } from './films/film-page.tsx';
import { FilmPagesPage, loadFilmPages } from './films/film-pages-page.tsx';
import { FilmsPage, loadFilms } from './films/films-page.tsx';
import { ErrorPage, Waiting } from './frame/error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { HomePage } from './frame/home-page.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { HostsPage, loadHosts } from './hosts/hosts-page.tsx';
import { isUnsaved } from './directory/use-leave-guard.ts';
import { keepShown } from './keep-shown.ts';
import { isCodeMissing, lazyRoom } from './lazy-room.ts';
import { LetterPage, loadLetter } from './letters/letter-page.tsx';
import { LettersPage, loadLetters } from './letters/letters-page.tsx';
import { loadMember, MemberPage } from './members/member-page.tsx';
import { MembersPage } from './members/members-page.tsx';
import { IncidentsPage, loadIncidents, loadRunbook, RunbookPage } from './on-air/incidents-page.tsx';
import { loadStudioLinks, StudioLinksPage } from './on-air/studio-links-page.tsx';
import { loadOnAir, OnAirPage } from './on-air/on-air-page.tsx';
import { CodesPage, loadCodes } from './money/codes-page.tsx';
import { LedgerPage, loadLedger } from './money/ledger-page.tsx';
import { loadOffline, OfflinePage } from './money/offline-page.tsx';
import { loadOrder, OrderPage } from './money/order-page.tsx';
import { loadOrders, OrdersPage } from './money/orders-page.tsx';
import { loadPlans, PlansPage } from './money/plans-page.tsx';
import { loadWork, WorkPage } from './money/work-page.tsx';
import { loadPeople, PeoplePage } from './people/people-page.tsx';
import { loadMails, loadSettings } from './settings/load-settings.ts';
import { MailPage } from './settings/mail-page.tsx';
import { MailsPage } from './settings/mails-page.tsx';
import { NotesPage } from './settings/notes-page.tsx';
import { RetentionPage } from './settings/retention-page.tsx';
import { SwitchesPage } from './settings/switches-page.tsx';
import { loadTimetable, TimetablePage } from './timetable/timetable-page.tsx';
import { loadTraffic, TrafficPage } from './traffic/traffic-page.tsx';
import { LiveBlogsPage, loadLiveBlogs } from './words/live/live-blogs-page.tsx';
import { BreakingPage, loadBreaking, loadMessages, MessagesPage } from './words/rooms/breaking-page.tsx';
import { loadPictures, PicturesPage } from './pictures/pictures-page.tsx';
import { loadPrograms, ProgramsPage } from './programs/programs-page.tsx';
import { ChartPage, loadChart } from './words/rooms/chart-page.tsx';
import { ColumnsPage, loadColumns } from './words/rooms/columns-page.tsx';
import { HomeOrderPage, loadHomeOrder } from './words/rooms/home-order-page.tsx';
import { loadStaticPages, StaticPagesPage } from './words/rooms/static-pages-page.tsx';
import { DeadLinksPage, loadDeadLinks } from './words/rooms/dead-links-page.tsx';
import { loadWords, openArticle, WordsPage } from './words/words-page.tsx';
import { loadSession } from './session.ts';

/** The URL map of the desk. */
const routes: RouteObject[] = [
  { path: '/log-in', Component: LogInPage },
  { path: '/invitation', Component: InvitationPage },
  // Without the frame, whose session needs the network.
  {
    path: '/invitations/:eventId/door',
    ...lazyRoom(() => import('./invitations/door/door-page.tsx')),
    ErrorBoundary: ErrorPage,
    HydrateFallback: Waiting,
  },
  {
    id: 'desk',
    path: '/',
    loader: loadSession,
    Component: Frame,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Waiting,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          { index: true, Component: HomePage },
          { path: 'approvals', loader: loadApprovals, Component: ApprovalsPage },
          { path: 'bulk-jobs', loader: loadBulkJobs, Component: BulkJobsPage },
          { path: 'bulk-jobs/:id', Component: BulkJobPage },
          { path: 'words', loader: loadWords, Component: WordsPage },
          { path: 'words/article/:articleId', loader: openArticle, Component: WordsPage },
          { path: 'words/breaking', loader: loadBreaking, Component: BreakingPage },
          { path: 'words/live', loader: loadLiveBlogs, Component: LiveBlogsPage },
          { path: 'words/live/:articleId', ...lazyRoom(() => import('./words/live/live-blog-page.tsx')) },
          { path: 'words/home', loader: loadHomeOrder, Component: HomeOrderPage },
          { path: 'words/columns', loader: loadColumns, Component: ColumnsPage },
          { path: 'words/chart', loader: loadChart, Component: ChartPage },
          { path: 'words/pages', loader: loadStaticPages, Component: StaticPagesPage },
          { path: 'words/pages/:name/:lang', ...lazyRoom(() => import('./words/rooms/static-page-editor.tsx')) },
          { path: 'words/links', loader: loadDeadLinks, Component: DeadLinksPage },
          // With ProseMirror, which no other room needs.
          { path: 'words/:draftId', ...lazyRoom(() => import('./words/editor-page.tsx')) },
          { path: 'timetable', loader: loadTimetable, Component: TimetablePage },
          { path: 'traffic', loader: loadTraffic, Component: TrafficPage },
          { path: 'letters', loader: loadLetters, Component: LettersPage },
          { path: 'letters/:letterId', loader: loadLetter, Component: LetterPage },
          { path: 'pictures', loader: loadPictures, Component: PicturesPage },
          { path: 'pictures/:pictureId', ...lazyRoom(() => import('./pictures/picture-page.tsx')) },
          { path: 'programs', loader: loadPrograms, Component: ProgramsPage },
          { path: 'programs/new', ...lazyRoom(() => import('./programs/program-page.tsx')) },
          { path: 'programs/:programId', ...lazyRoom(() => import('./programs/program-page.tsx')) },
          { path: 'hosts', loader: loadHosts, Component: HostsPage },
          { path: 'hosts/new', ...lazyRoom(() => import('./hosts/host-page.tsx')) },
          { path: 'hosts/:hostId', ...lazyRoom(() => import('./hosts/host-page.tsx')) },
          { path: 'archive', loader: loadArchive, Component: ArchivePage },
          { path: 'archive/classics', ...lazyRoom(() => import('./archive/classics-page.tsx')) },
          { path: 'archive/:archiveId', loader: loadBroadcast, Component: BroadcastPage },
          { path: 'films', loader: loadFilms, Component: FilmsPage },
          { path: 'films/pages', loader: loadFilmPages, Component: FilmPagesPage },
          { path: 'films/pages/new', ...lazyRoom(() => import('./films/film-page-editor.tsx')) },
          { path: 'films/pages/:pageId', ...lazyRoom(() => import('./films/film-page-editor.tsx')) },
          { path: 'films/:filmId', loader: loadFilm, Component: FilmPage },
          { path: 'audit', loader: loadAudit, Component: AuditPage },
          { path: 'on-air/messages', loader: loadMessages, Component: MessagesPage },
          { path: 'on-air/studio-links', loader: loadStudioLinks, Component: StudioLinksPage },
          { path: 'on-air', loader: loadOnAir, Component: OnAirPage },
          { path: 'on-air/incidents', loader: loadIncidents, Component: IncidentsPage },
          { path: 'on-air/runbooks/:kind', loader: loadRunbook, Component: RunbookPage },
          { path: 'members', Component: MembersPage },
          { path: 'members/:id', loader: loadMember, Component: MemberPage },
          { path: 'money', loader: loadWork, Component: WorkPage },
          { path: 'money/orders', loader: loadOrders, Component: OrdersPage },
          { path: 'money/orders/:id', loader: loadOrder, Component: OrderPage },
          { path: 'money/ledger', loader: loadLedger, Component: LedgerPage },
          { path: 'money/offline', loader: loadOffline, Component: OfflinePage },
          { path: 'money/plans', loader: loadPlans, Component: PlansPage },
          { path: 'money/codes', loader: loadCodes, Component: CodesPage },
          // With uPlot, which no other room needs.
          { path: 'figures', ...lazyRoom(() => import('./figures/listening-page.tsx')) },
          { path: 'figures/content', ...lazyRoom(() => import('./figures/content-page.tsx')) },
          { path: 'figures/ads', ...lazyRoom(() => import('./figures/ads-page.tsx')) },
          { path: 'figures/money', ...lazyRoom(() => import('./figures/takings-page.tsx')) },
          { path: 'figures/checks', ...lazyRoom(() => import('./figures/checks-page.tsx')) },
          { path: 'advertising', ...lazyRoom(() => import('./advertising/bookings-page.tsx')) },
          { path: 'advertising/new', ...lazyRoom(() => import('./advertising/booking-page.tsx')) },
          { path: 'advertising/creatives', ...lazyRoom(() => import('./advertising/creatives-page.tsx')) },
          { path: 'advertising/slots', ...lazyRoom(() => import('./advertising/slots-page.tsx')) },
          { path: 'advertising/blocked', ...lazyRoom(() => import('./advertising/blocked-page.tsx')) },
          { path: 'advertising/:bookingId', ...lazyRoom(() => import('./advertising/booking-page.tsx')) },
          { path: 'events', loader: loadEvents, Component: EventsPage },
          { path: 'events/new', ...lazyRoom(() => import('./events/new-event-page.tsx')) },
          { path: 'events/:eventId', loader: loadEvent, Component: EventPage },
          { path: 'campaigns', loader: loadCampaigns, Component: CampaignsPage },
          { path: 'campaigns/new', ...lazyRoom(() => import('./campaigns/new-campaign-page.tsx')) },
          { path: 'campaigns/:name/edit/:part', ...lazyRoom(() => import('./campaigns/editor/editor-page.tsx')) },
          { path: 'campaigns/:name', loader: loadCampaign, Component: CampaignPage },
          { path: 'campaigns/:name/labels', loader: loadLabels, Component: LabelsPage },
          { path: 'invitations', loader: loadInvitations, Component: InvitationsPage },
          { path: 'invitations/new', ...lazyRoom(() => import('./invitations/guest-event-editor.tsx')) },
          { path: 'invitations/:eventId/edit', ...lazyRoom(() => import('./invitations/guest-event-editor.tsx')) },
          { path: 'invitations/:eventId', loader: loadGuestEvent, Component: GuestEventPage },
          { path: 'people', loader: loadPeople, Component: PeoplePage },
          { path: 'settings', loader: loadSettings, Component: SwitchesPage },
          { path: 'settings/notes', loader: loadSettings, Component: NotesPage },
          { path: 'settings/retention', loader: loadSettings, Component: RetentionPage },
          { path: 'settings/mails', loader: loadMails, Component: MailsPage },
          { path: 'settings/mails/:key', loader: loadMails, Component: MailPage },
          { path: 'account', loader: loadAccount, Component: AccountPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];

export const router: DataRouter = createBrowserRouter(
  keepShown(routes, () => router, {
    isUnsaved,
    tellOld(why) {
      if (why === 'away') return showUntil(deskText.failed.kept);
      const ask = async (by: 'press' | 'room') => {
        if (await logInAgain(by)) await router.revalidate();
      };
      void ask('room');
      return showUntil(deskText.failed.ended, {
        act: { words: deskText.logIn.submit, run: () => void ask('press') },
      });
    },
    tellStayed: (error, path) =>
      showUntil(
        isCodeMissing(error) ? deskText.failed.stayedForCode : deskText.failed.stayed,
        isCodeMissing(error)
          ? { act: { words: deskText.failed.reload, run: () => location.assign(path) } }
          : { act: { words: deskText.retry, run: () => void router.navigate(path) } },
      ),
  }),
);
