import { createContext } from 'react-router';
import type { Db } from '#db/database.ts';
import type { FiguresServices } from '#domain/audience/figures-access.ts';
import type { ContactServices } from '#domain/contact/contact.ts';
import type { HumanServices } from '#domain/forms/forms.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import type { MemberServices } from '#domain/members/members.ts';
import type { PodcastServices } from '#domain/podcasts/podcasts.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import type { Actor } from '#shared/actor.ts';
import type { CampaignDoors } from './pages/campaigns/campaign-doors.types.ts';
import type { MoneyDoors } from './pages/plans/money-doors.types.ts';

export type { CampaignBuyer, CampaignDoors } from './pages/campaigns/campaign-doors.types.ts';
export type { MoneyDoors, Payment, PayingMethod, Profile } from './pages/plans/money-doors.types.ts';

/** What a loader may use: the database, the time, and configured addresses that a page may show. */
export interface RequestContext {
  db: Db;
  now: Date;
  siteUrl: string;
  /** Bot check. */
  human: HumanServices;
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
  /** Opens and signs the station's figures. */
  figures: FiguresServices;
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
  archive: { freeMinutes: number; clipSeconds: number };
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

/** Dependencies of payment pages. */
export const moneyContext = createContext<MoneyDoors>();

/** Dependencies of campaign pages. */
export const campaignContext = createContext<CampaignDoors>();
