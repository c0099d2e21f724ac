import type { RoomName } from '#app/text/zh-hk/desk-help.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import type { IconName } from '#app/ui/icon.tsx';
import { deskPaths } from '../desk-paths.ts';
import type { Session } from '../session.ts';

export interface Room {
  name: RoomName;
  to: string;
  words: string;
  icon: IconName;
  /** One of several suffices. Null: for everybody. */
  permission: string | readonly string[] | null;
}

export const ROOMS: readonly Room[] = [
  { name: 'home', to: deskPaths.home(), words: deskText.rooms.home, icon: 'clock', permission: null },
  { name: 'words', to: deskPaths.words(), words: deskText.rooms.words, icon: 'text', permission: 'articles.edit' },
  {
    name: 'timetable',
    to: deskPaths.timetable(),
    words: deskText.rooms.timetable,
    icon: 'calendar-days',
    permission: 'timetable.edit',
  },
  {
    name: 'traffic',
    to: deskPaths.traffic(),
    words: deskText.rooms.traffic,
    icon: 'bus',
    permission: 'traffic.report',
  },
  {
    name: 'letters',
    to: deskPaths.letters(),
    words: deskText.rooms.letters,
    icon: 'mail',
    permission: 'letters.answer',
  },
  {
    name: 'pictures',
    to: deskPaths.pictures(),
    words: deskText.rooms.pictures,
    icon: 'camera',
    permission: 'pictures.edit',
  },
  {
    name: 'programs',
    to: deskPaths.programs(),
    words: deskText.rooms.programs,
    icon: 'layout-list',
    permission: 'programs.edit',
  },
  { name: 'hosts', to: deskPaths.hosts(), words: deskText.rooms.hosts, icon: 'headphones', permission: 'hosts.edit' },
  {
    name: 'archive',
    to: deskPaths.archive(),
    words: deskText.rooms.archive,
    icon: 'rotate-ccw',
    permission: 'archive.see',
  },
  { name: 'films', to: deskPaths.films(), words: deskText.rooms.films, icon: 'clapperboard', permission: 'films.edit' },
  { name: 'approvals', to: deskPaths.approvals(), words: deskText.rooms.approvals, icon: 'check', permission: null },
  { name: 'bulk', to: deskPaths.bulkJobs(), words: deskText.lists.bulk.jobs, icon: 'list-plus', permission: null },
  { name: 'on-air', to: deskPaths.onAir(), words: deskText.rooms.onAir, icon: 'radio', permission: 'on-air.see' },
  {
    name: 'events',
    to: deskPaths.events(),
    words: deskText.rooms.events,
    icon: 'video',
    permission: ['events.run', 'events.edit', 'events.cancel'],
  },
  {
    name: 'campaigns',
    to: deskPaths.campaigns(),
    words: deskText.rooms.campaigns,
    icon: 'heart',
    permission: ['campaigns.edit', 'campaigns.deliver'],
  },
  {
    name: 'advertising',
    to: deskPaths.advertising(),
    words: deskText.rooms.advertising,
    icon: 'maximize',
    permission: 'advertising.manage',
  },
  {
    name: 'invitations',
    to: deskPaths.invitations(),
    words: deskText.rooms.invitations,
    icon: 'mail',
    permission: 'invitations.send',
  },
  {
    name: 'members',
    to: deskPaths.members(),
    words: deskText.rooms.members,
    icon: 'id-card',
    permission: 'members.see',
  },
  { name: 'money', to: deskPaths.money(), words: deskText.rooms.money, icon: 'badge-check', permission: 'money.see' },
  { name: 'codes', to: deskPaths.codes(), words: deskText.rooms.codes, icon: 'ticket', permission: 'codes.create' },
  { name: 'figures', to: deskPaths.figures(), words: deskText.rooms.figures, icon: 'gauge', permission: 'figures.see' },
  { name: 'audit', to: deskPaths.audit(), words: deskText.rooms.audit, icon: 'history', permission: 'audit.see' },
  { name: 'people', to: deskPaths.people(), words: deskText.rooms.people, icon: 'users', permission: 'staff.see' },
  {
    name: 'settings',
    to: deskPaths.settings(),
    words: deskText.rooms.settings,
    icon: 'settings',
    permission: ['settings.edit', 'settings.switch', 'settings.retention', 'money.reconcile'],
  },
  { name: 'account', to: deskPaths.account(), words: deskText.rooms.account, icon: 'user', permission: null },
];

/** Where a permission is used; without an entry, in the first room of its module. */
const PLACES: Record<string, [room: string, to?: string]> = {
  'articles.edit': [deskPaths.words()],
  'articles.publish': [deskPaths.words()],
  'articles.withdraw': [deskPaths.words(), deskPaths.words({ state: 'published' })],
  'advertising.block': [deskPaths.advertising(), deskPaths.adBlocked()],
  'breaking-news.publish': [deskPaths.words(), deskPaths.breaking()],
  'pages.edit': [deskPaths.words(), deskPaths.staticPages()],
  'jobs.retry': [deskPaths.onAir()],
  'incidents.close': [deskPaths.onAir()],
  'studio.open': [deskPaths.onAir(), deskPaths.studioLinks()],
  'on-air.message': [deskPaths.onAir(), deskPaths.messages()],
  'functions.switch': [deskPaths.archive()],
  'take-downs.approve': [deskPaths.approvals()],
  'staff.approve': [deskPaths.approvals()],
  'money.approve': [deskPaths.approvals()],
  'money.refund': [deskPaths.money(), deskPaths.orders()],
  'money.reconcile': [deskPaths.money(), deskPaths.ledger()],
  'money.close-day': [deskPaths.money(), deskPaths.ledger()],
  'money.decide-offline': [deskPaths.money(), deskPaths.offline()],
  'plans.edit': [deskPaths.money(), deskPaths.plans()],
  'prices.edit': [deskPaths.money(), deskPaths.plans()],
  'codes.create': [deskPaths.codes()],
  'settings.edit': [deskPaths.settings(), deskPaths.settingsMails()],
  'settings.retention': [deskPaths.settings(), deskPaths.settingsRetention()],
  'figures.export': [deskPaths.figures(), deskPaths.figuresChecks()],
  'staff.see': [deskPaths.people()],
  'staff.invite': [deskPaths.people()],
  'staff.roles': [deskPaths.people()],
};

/** The room in which a permission is used, and the page there. */
export function roomOfPermission(permission: string): { room: string; to: string } {
  const [module = ''] = permission.split('.');
  const [room, to = room] = PLACES[permission] ?? [`/${module}`];
  return { room, to };
}

/** Rooms that the caller may enter. */
export const roomsOf = ({ permissions }: Pick<Session, 'permissions'>): Room[] =>
  ROOMS.filter(({ permission }) => permission === null || [permission].flat().some((one) => permissions.includes(one)));
