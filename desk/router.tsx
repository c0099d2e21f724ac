import { createBrowserRouter } from 'react-router';
import { AccountPage, loadAccount } from './account/account-page.tsx';
import { ApprovalsPage, loadApprovals } from './approvals/approvals-page.tsx';
import { AuditPage, loadAudit } from './audit/audit-page.tsx';
import { InvitationPage } from './entry/invitation-page.tsx';
import { LogInPage } from './entry/log-in-page.tsx';
import { ErrorPage, Waiting } from './frame/error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { HomePage } from './frame/home-page.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { HostsPage, loadHosts } from './hosts/hosts-page.tsx';
import { loadMember, MemberPage } from './members/member-page.tsx';
import { MembersPage } from './members/members-page.tsx';
import { IncidentsPage, loadIncidents, loadRunbook, RunbookPage } from './on-air/incidents-page.tsx';
import { loadOnAir, OnAirPage } from './on-air/on-air-page.tsx';
import { CodesPage, loadCodes } from './money/codes-page.tsx';
import { LedgerPage, loadLedger } from './money/ledger-page.tsx';
import { loadOffline, OfflinePage } from './money/offline-page.tsx';
import { loadOrder, OrderPage } from './money/order-page.tsx';
import { loadOrders, OrdersPage } from './money/orders-page.tsx';
import { loadPlans, PlansPage } from './money/plans-page.tsx';
import { loadWork, WorkPage } from './money/work-page.tsx';
import { loadPeople, PeoplePage } from './people/people-page.tsx';
import { loadTimetable, TimetablePage } from './timetable/timetable-page.tsx';
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
export const router = createBrowserRouter([
  { path: '/log-in', Component: LogInPage },
  { path: '/invitation', Component: InvitationPage },
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
          { path: 'words', loader: loadWords, Component: WordsPage },
          { path: 'words/article/:articleId', loader: openArticle, Component: WordsPage },
          { path: 'words/breaking', loader: loadBreaking, Component: BreakingPage },
          { path: 'words/home', loader: loadHomeOrder, Component: HomeOrderPage },
          { path: 'words/columns', loader: loadColumns, Component: ColumnsPage },
          { path: 'words/chart', loader: loadChart, Component: ChartPage },
          { path: 'words/pages', loader: loadStaticPages, Component: StaticPagesPage },
          { path: 'words/pages/:name/:lang', lazy: () => import('./words/rooms/static-page-editor.tsx') },
          { path: 'words/links', loader: loadDeadLinks, Component: DeadLinksPage },
          // With ProseMirror, which no other room needs.
          { path: 'words/:draftId', lazy: () => import('./words/editor-page.tsx') },
          { path: 'timetable', loader: loadTimetable, Component: TimetablePage },
          { path: 'pictures', loader: loadPictures, Component: PicturesPage },
          { path: 'pictures/:pictureId', lazy: () => import('./pictures/picture-page.tsx') },
          { path: 'programs', loader: loadPrograms, Component: ProgramsPage },
          { path: 'programs/new', lazy: () => import('./programs/program-page.tsx') },
          { path: 'programs/:programId', lazy: () => import('./programs/program-page.tsx') },
          { path: 'hosts', loader: loadHosts, Component: HostsPage },
          { path: 'hosts/new', lazy: () => import('./hosts/host-page.tsx') },
          { path: 'hosts/:hostId', lazy: () => import('./hosts/host-page.tsx') },
          { path: 'audit', loader: loadAudit, Component: AuditPage },
          { path: 'on-air/messages', loader: loadMessages, Component: MessagesPage },
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
          { path: 'people', loader: loadPeople, Component: PeoplePage },
          { path: 'account', loader: loadAccount, Component: AccountPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]);
