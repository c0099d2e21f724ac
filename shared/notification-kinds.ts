/**
 * Notifications of a browser. `replay`, `on_air`, `song`, `tunnel` and `sale` concern what its owner follows; `news` and
 * `weather` reach everybody who left them on.
 */
export const NOTIFICATION_KINDS = ['replay', 'on_air', 'song', 'tunnel', 'sale', 'news', 'weather'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds to turn on and off, beside the others. */
export interface KindsChange {
  on?: readonly NotificationKind[] | undefined;
  off?: readonly NotificationKind[] | undefined;
}

/** The kinds that are on after a change of some. */
export const kindsAfter = (
  before: readonly NotificationKind[],
  { on = [], off = [] }: KindsChange,
): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => (before.includes(kind) || on.includes(kind)) && !off.includes(kind));

/** Kinds that may come in quiet hours and beyond the daily limit, if their receiver agreed. */
export const WARNING_KINDS = ['tunnel', 'weather'] as const satisfies NotificationKind[];

/** Kind of a message: those above, and a test message. */
export type MessageKind = NotificationKind | 'test';
