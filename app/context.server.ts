import { createContext } from 'react-router';
import type { Db, ReadDb } from '#db/database.ts';
import type { ContactServices } from '#domain/contact/contact.ts';
import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import type { MemberServices } from '#domain/members/members.ts';
import type { OfflinePayee, OfflineServices } from '#domain/offline-applications/offline-applications.ts';
import type { PaymentServices, PaymentTickets } from '#domain/payments/payments.ts';
import type { PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import type { OfferedMethod } from '#domain/purchases/purchases.ts';
import type { SalesServices } from '#domain/sales/sales.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { Actor } from '#shared/actor.ts';

/** What a loader may use: the database, the time, and configured addresses that a page may show. */
export interface RequestContext {
  db: Db;
  /** For content that is the same for everyone: the standby, if any, on pages that are rendered for everyone. */
  readDb: ReadDb;
  now: Date;
  siteUrl: string;
  /** Bot check. */
  human: BotCheckServices;
  /** Contact forms; the address is the sender's, for rate limits only. */
  contact: ContactServices;
  /** Dependencies of the members modules. */
  members: MemberServices;
  /** Dependencies of exports and erasures. */
  privacy: PrivacyServices;
  /** Dependencies of the phone modules; `mode` is the verification method. */
  phones: PhoneServices;
  /** Dependencies of the library module. */
  library: LibraryServices;
  /** Dependencies of the podcasts module. */
  podcasts: PodcastServices;
  /** Dependencies of payments. */
  payments: PaymentServices;
  /** Dependencies of plans. */
  subscriptions: SubscriptionServices;
  /** Dependencies of plans paid by cheque or deposit. */
  offline: OfflineServices;
  /** Dependencies of individual purchases. */
  sales: SalesServices;
  /** Configuration of payment pages. */
  paying: {
    /** Offered methods, in the order of a checkout. */
    methods: readonly OfferedMethod[];
    tickets: PaymentTickets;
    payee: OfflinePayee;
    /** The test page of one provider (RT-090). */
    hasTestPage: boolean;
  };
  /**
   * The requester: only on pages under /member and in actions. A guest on all other pages, as they are cached for
   * everyone.
   */
  actor: () => Promise<Actor>;
  remoteIp: string;
  /** User agent, for device lists. */
  userAgent: string;
  /** Whether this is the demo: its accounts may be named, and its mail lands in the sandbox. */
  isDemo: boolean;
  /** Parameters of the bot check widget. */
  botCheckWidget: { siteKey: string; scriptUrl: string };
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
  /** Default free preview of a replay, unless its programme overrides it, and the maximum length of a clip. */
  archive: { freeMinutes: number; clipSeconds: number; familyDevices: number };
  /** `pub-` and 16 digits, or empty. */
  adForSearchPublisher: string;
  /** Origin of ad frames; null: house ads only. */
  ads: { origin: string | null; searchPublisher: string };
  links: {
    my903: string;
    pricing: string;
    archiveOffer: string;
    /** Base URL of the report calls; empty: the site itself. */
    tracking: string;
    social: { facebook: string; youtube: string; instagram: string };
    apps: Record<'toolbar' | 'archive', { ios: string; android: string; huawei: string }>;
  };
}

export const requestContext = createContext<RequestContext>();
