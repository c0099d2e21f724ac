/**
 * What a browser can be told of. `replay`, `on_air`, `song`, `tunnel` and `sale` concern what its owner follows; `news` and
 * `weather` reach everybody who left them on.
 */
export const NOTIFICATION_KINDS = ['replay', 'on_air', 'song', 'tunnel', 'sale', 'news', 'weather'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds that may come in quiet hours and beyond the daily limit, where their receiver said so. */
export const WARNING_KINDS = ['tunnel', 'weather'] as const satisfies NotificationKind[];

/** A kind that a message has: those above, and a message sent to try whether it arrives. */
export type MessageKind = NotificationKind | 'test';
