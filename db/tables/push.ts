import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, oneOf, updatedAt } from '#db/columns.ts';
import { FOLLOW_KINDS, type FollowKind } from '#shared/follow-kinds.ts';
import { NOTIFICATION_KINDS, type MessageKind, type NotificationKind } from '#shared/notification-kinds.ts';
import { memberSessions } from './auth.ts';
import { members } from './members.ts';

/** A browser that receives notifications, and how it wants them. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    /** Null: a guest, whose topics are in `push_topics`. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The session in which it was made: the browser is not notified after its log-out. */
    sessionId: bigint('session_id', { mode: 'number' }).references(() => memberSessions.id, { onDelete: 'cascade' }),
    /** URL of the browser's push service. Secret: it permits writing to the browser. */
    endpoint: text('endpoint').notNull(),
    /** Keys of the browser (RFC 8291), base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Kinds that are on. */
    kinds: text('kinds').array().$type<NotificationKind[]>().notNull(),
    /** Hours of Hong Kong; equal: no quiet hours. */
    quietFrom: smallint('quiet_from').notNull(),
    quietUntil: smallint('quiet_until').notNull(),
    /** Warnings (`WARNING_KINDS`) come at any time, and are not limited. */
    isAlwaysWarned: boolean('is_always_warned').notNull(),
    perDay: smallint('per_day').notNull(),
    /** The day of the last message that counts, and how many there were. */
    toldDayHk: dayHk('told_day_hk'),
    toldCount: smallint('told_count').notNull().default(0),
    /** Last message accepted by the push service, to the day. */
    lastSuccessAt: instant('last_success_at'),
    /** Messages refused in a row. */
    failures: smallint('failures').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint_key').on(t.endpoint),
    // devices of a member; receivers among the followers of something
    index('push_subscriptions_member_idx').on(t.memberId),
    // log-out
    index('push_subscriptions_session_idx').on(t.sessionId),
    check('push_subscriptions_owner', sql`(${t.memberId} is null) = (${t.sessionId} is null)`),
    check(
      'push_subscriptions_kinds',
      sql`${t.kinds} <@ array[${oneOf(NOTIFICATION_KINDS)}] and cardinality(${t.kinds}) <= 10`,
    ),
    check('push_subscriptions_quiet', sql`${t.quietFrom} between 0 and 23 and ${t.quietUntil} between 0 and 23`),
    check('push_subscriptions_per_day', sql`${t.perDay} between 1 and 50 and ${t.toldCount} >= 0`),
  ],
);

/** What a guest's browser follows. A member's is in `follows`. */
export const pushTopics = pgTable(
  'push_topics',
  {
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowKind>().notNull(),
    subject: text('subject').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.kind, t.subject] }),
    // receivers
    index('push_topics_subject_idx').on(t.kind, t.subject, t.subscriptionId),
    check('push_topics_kind', sql`${t.kind} in (${oneOf(FOLLOW_KINDS)})`),
    check('push_topics_subject', sql`length(${t.subject}) between 1 and 120`),
  ],
);

/** Outbox of messages, one row for each event of the station. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: id(),
    /** The event, such as `replay:12`: announced once. */
    cause: text('cause').notNull(),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** Followers of any of these are notified, as pairs `program:12`; empty: everybody who has the kind on. */
    topics: text('topics').array().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** A path of the site. */
    path: text('path').notNull(),
    /** A later message of the same tag takes the place of this one, at the push service and on screen. */
    tag: text('tag').notNull(),
    isUrgent: boolean('is_urgent').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Sent at no later time. */
    expiresAt: instant('expires_at').notNull(),
    /** The last subscription for which a delivery was written. */
    cursor: integer('cursor').notNull().default(0),
    /** When the last delivery was written. Null: there are more. */
    fannedAt: instant('fanned_at'),
    /** The last member for whom a mail was written down, and when the last of all was. */
    mailCursor: integer('mail_cursor').notNull().default(0),
    mailedAt: instant('mailed_at'),
    /** Accepted by push services. */
    sent: integer('sent').notNull().default(0),
  },
  (t) => [
    uniqueIndex('push_messages_cause_key').on(t.cause),
    // sender: messages whose receivers are not all written down
    index('push_messages_unfanned_idx')
      .on(t.isUrgent, t.id)
      .where(sql`fanned_at is null`),
    // mails: messages whose receivers by mail are not all written down
    index('push_messages_unmailed_idx')
      .on(t.id)
      .where(sql`mailed_at is null`),
    // clock: old ones
    index('push_messages_made_idx').on(t.madeAt),
    check('push_messages_kind', sql`${t.kind} in (${oneOf([...NOTIFICATION_KINDS, 'test'])})`),
    check('push_messages_path', sql`${t.path} like '/%'`),
    check('push_messages_expires', sql`${t.expiresAt} > ${t.madeAt}`),
  ],
);

/** A message that a browser is still to receive. Deleted once the push service answered. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => pushMessages.id, { onDelete: 'cascade' }),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    isUrgent: boolean('is_urgent').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Claimed by the sender. The next holder of its lock releases the claims of a killed one. */
    isTaken: boolean('is_taken').notNull().default(false),
    /** It was counted against the daily limit. */
    isCounted: boolean('is_counted').notNull().default(false),
    attempts: smallint('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.subscriptionId] }),
    // sender: what is due, urgent ones first
    index('push_deliveries_due_idx')
      .on(t.isUrgent.desc().nullsFirst(), t.dueAt)
      .where(sql`not is_taken`),
    // end of a subscription
    index('push_deliveries_subscription_idx').on(t.subscriptionId),
  ],
);

/** A member notified by mail, at the verified address, and how. */
export const noticeMails = pgTable(
  'notice_mails',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .unique()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Kinds that are on. */
    kinds: text('kinds').array().$type<NotificationKind[]>().notNull(),
    /** Hours of Hong Kong; equal: no quiet hours. */
    quietFrom: smallint('quiet_from').notNull(),
    quietUntil: smallint('quiet_until').notNull(),
    isAlwaysWarned: boolean('is_always_warned').notNull(),
    /** Mails, each of one message or several. */
    perDay: smallint('per_day').notNull(),
    toldDayHk: dayHk('told_day_hk'),
    toldCount: smallint('told_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'notice_mails_kinds',
      sql`${t.kinds} <@ array[${oneOf(NOTIFICATION_KINDS)}] and cardinality(${t.kinds}) <= 10`,
    ),
    check('notice_mails_quiet', sql`${t.quietFrom} between 0 and 23 and ${t.quietUntil} between 0 and 23`),
    check('notice_mails_per_day', sql`${t.perDay} between 1 and 50 and ${t.toldCount} >= 0`),
  ],
);

/** A message that a member is still to be mailed. Deleted in the transaction that queues the mail. */
export const noticeMailDeliveries = pgTable(
  'notice_mail_deliveries',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => pushMessages.id, { onDelete: 'cascade' }),
    noticeMailId: integer('notice_mail_id')
      .notNull()
      .references(() => noticeMails.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.noticeMailId] }),
    // worker: what is due
    index('notice_mail_deliveries_due_idx').on(t.dueAt),
    // what else a member is to be mailed
    index('notice_mail_deliveries_member_idx').on(t.noticeMailId),
  ],
);
