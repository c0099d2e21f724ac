import { createContext } from 'react-router';
import type { Db } from '#db/database.ts';

/** What a loader may use: the database, the time and the addresses of the configuration a page may show. */
export interface RequestContext {
  db: Db;
  now: Date;
  siteUrl: string;
  /** Takes an error nobody foresaw, to be logged. */
  report: (error: unknown) => void;
  links: {
    my903: string;
    pricing: string;
    archiveOffer: string;
    social: { facebook: string; youtube: string; instagram: string };
    apps: Record<'toolbar' | 'archive', { ios: string; android: string; huawei: string }>;
  };
}

export const requestContext = createContext<RequestContext>();
