// What staff may do, as words for tasks, and the roles that a station begins with. Roles are rows (`staff_roles`), which
// administrators change; a permission is code, because an action demands it.

export const PERMISSIONS = [
  'articles.edit',
  'articles.publish',
  'articles.withdraw',
  'breaking-news.publish',
  'traffic.report',
  'letters.answer',
  'pictures.edit',
  'pages.edit',
  'timetable.edit',
  'timetable.publish',
  'programs.edit',
  'hosts.edit',
  'on-air.see',
  'on-air.switch',
  'on-air.tokens',
  'on-air.message',
  'studio.open',
  'jobs.retry',
  'incidents.close',
  'archive.see',
  'archive.edit',
  'archive.take-down',
  'films.edit',
  'take-downs.approve',
  'functions.switch',
  'events.edit',
  'events.run',
  'events.cancel',
  'advertising.manage',
  'advertising.block',
  'campaigns.edit',
  'campaigns.deliver',
  'campaigns.see-addresses',
  'invitations.send',
  'money.see',
  'money.refund',
  'money.approve',
  'money.reconcile',
  'money.close-day',
  'money.decide-offline',
  'plans.edit',
  'prices.edit',
  'codes.create',
  'settings.edit',
  'settings.switch',
  'settings.retention',
  'figures.see',
  'figures.export',
  'members.see',
  'members.see-contact',
  'members.help',
  'members.give-time',
  'members.merge',
  'members.erase',
  'members.export',
  'audit.see',
  'staff.see',
  'staff.invite',
  'staff.roles',
  'staff.approve',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (word: string): word is Permission => (PERMISSIONS as readonly string[]).includes(word);

const READING: Permission[] = ['on-air.see', 'figures.see', 'money.see', 'members.see', 'audit.see', 'staff.see'];
const EDITING: Permission[] = ['articles.edit', 'pictures.edit'];

/**
 * The roles of a new station, which a migration inserts.
 *
 * @internal Compared with them by a test.
 */
export const FIRST_ROLES = {
  presenter: [...EDITING, 'traffic.report', 'on-air.see'],
  editor: [...EDITING, 'articles.publish', 'traffic.report', 'letters.answer', 'on-air.see'],
  'chief-editor': [
    ...EDITING,
    'articles.publish',
    'articles.withdraw',
    'breaking-news.publish',
    'traffic.report',
    'letters.answer',
    'pages.edit',
    'advertising.manage',
    'advertising.block',
    'settings.edit',
    'events.cancel',
    'archive.see',
    'archive.take-down',
    'take-downs.approve',
    'on-air.see',
    'figures.see',
    'audit.see',
  ],
  producer: [
    ...EDITING,
    'traffic.report',
    'letters.answer',
    'timetable.edit',
    'timetable.publish',
    'programs.edit',
    'hosts.edit',
    'archive.see',
    'archive.edit',
    'archive.take-down',
    'films.edit',
    'events.edit',
    'events.run',
    'events.cancel',
    'invitations.send',
    'on-air.see',
    'on-air.message',
    'studio.open',
    'figures.see',
  ],
  engineer: [
    'on-air.see',
    'on-air.switch',
    'on-air.tokens',
    'on-air.message',
    'studio.open',
    'jobs.retry',
    'incidents.close',
    'archive.see',
    'archive.edit',
    'films.edit',
    'functions.switch',
    'settings.switch',
    'events.run',
    'figures.see',
    'figures.export',
  ],
  finance: [
    'money.see',
    'money.refund',
    'money.reconcile',
    'money.close-day',
    'money.decide-offline',
    'figures.see',
    'members.see',
  ],
  'finance-chief': [
    'money.see',
    'money.refund',
    'money.approve',
    'money.reconcile',
    'money.close-day',
    'money.decide-offline',
    'plans.edit',
    'prices.edit',
    'codes.create',
    'figures.see',
    'members.see',
    'audit.see',
    'staff.approve',
  ],
  support: [
    'letters.answer',
    'members.see',
    'members.see-contact',
    'campaigns.see-addresses',
    'members.help',
    'members.give-time',
    'members.merge',
    'members.erase',
    'members.export',
    'money.see',
    'money.refund',
    'on-air.see',
  ],
  sales: [
    'advertising.manage',
    'advertising.block',
    'campaigns.edit',
    'campaigns.deliver',
    'campaigns.see-addresses',
    'invitations.send',
    'codes.create',
    'on-air.see',
    'figures.see',
  ],
  auditor: READING,
  // Every permission, for an hour: `npm run staff -- break-glass`. Not granted otherwise.
  'break-glass': [...PERMISSIONS],
  administrator: [
    'staff.see',
    'staff.invite',
    'staff.roles',
    'staff.approve',
    'members.merge',
    'members.erase',
    'members.export',
    'audit.see',
    'on-air.see',
    'studio.open',
    'figures.see',
    'figures.export',
    'archive.see',
    'archive.take-down',
    'take-downs.approve',
    'settings.edit',
    'settings.switch',
    'settings.retention',
  ],
} as const satisfies Record<string, readonly Permission[]>;

/** What a role is limited to. */
export interface Scope {
  kind: 'channel' | 'program' | 'campaign';
  id: string;
}

/** A role of an account: its permissions, everywhere or within a scope. */
export interface HeldRole {
  role: string;
  permissions: readonly string[];
  scope: Scope | null;
}

/**
 * Whether a permission is held. An action that concerns one channel, programme or campaign names it (`within`); a role
 * with a scope permits nothing else.
 */
export const may = (roles: readonly HeldRole[], permission: Permission, within: readonly Scope[] = []): boolean =>
  roles.some(
    ({ permissions, scope }) =>
      permissions.includes(permission) &&
      (scope === null || within.some(({ kind, id }) => kind === scope.kind && id === scope.id)),
  );
