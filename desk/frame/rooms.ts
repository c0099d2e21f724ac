import { deskText } from '#app/text/zh-hk/desk.ts';
import type { IconName } from '#app/ui/icon.tsx';
import { deskPaths } from '../desk-paths.ts';
import type { Session } from '../session.ts';

export interface Room {
  to: string;
  words: string;
  icon: IconName;
  /** Null: for everybody. */
  permission: string | null;
}

const ROOMS: Room[] = [
  { to: deskPaths.home(), words: deskText.rooms.home, icon: 'gauge', permission: null },
  { to: deskPaths.words(), words: deskText.rooms.words, icon: 'text', permission: 'articles.edit' },
  { to: deskPaths.timetable(), words: deskText.rooms.timetable, icon: 'calendar-days', permission: 'timetable.edit' },
  { to: deskPaths.pictures(), words: deskText.rooms.pictures, icon: 'camera', permission: 'pictures.edit' },
  { to: deskPaths.programs(), words: deskText.rooms.programs, icon: 'layout-list', permission: 'programs.edit' },
  { to: deskPaths.hosts(), words: deskText.rooms.hosts, icon: 'headphones', permission: 'hosts.edit' },
  { to: deskPaths.approvals(), words: deskText.rooms.approvals, icon: 'check', permission: null },
  { to: deskPaths.onAir(), words: deskText.rooms.onAir, icon: 'radio', permission: 'on-air.see' },
  { to: deskPaths.members(), words: deskText.rooms.members, icon: 'id-card', permission: 'members.see' },
  { to: deskPaths.money(), words: deskText.rooms.money, icon: 'badge-check', permission: 'money.see' },
  { to: deskPaths.codes(), words: deskText.rooms.codes, icon: 'ticket', permission: 'codes.create' },
  { to: deskPaths.audit(), words: deskText.rooms.audit, icon: 'history', permission: 'audit.see' },
  { to: deskPaths.people(), words: deskText.rooms.people, icon: 'users', permission: 'staff.see' },
  { to: deskPaths.account(), words: deskText.rooms.account, icon: 'user', permission: null },
];

/** Rooms that the caller may enter. */
export const roomsOf = ({ permissions }: Pick<Session, 'permissions'>): Room[] =>
  ROOMS.filter(({ permission }) => permission === null || permissions.includes(permission));
