import type { z } from 'zod';
import { MAX_PORT, type schema } from '#server/config.schema.ts';
import type { deskSettings } from '#server/config.desk.schema.ts';

type Settings = Pick<z.output<typeof schema>, keyof typeof deskSettings | 'PORT'>;

/** Origin and port of the desk. */
export interface DeskConfig {
  url: string;
  port: number;
}

const STEP = 4;

/** Interprets the variables together; null: no desk. Faults are added as sentences. */
export function deskOf(
  given: Settings,
  { demo, siteUrl, faults }: { demo: boolean; siteUrl: string; faults: string[] },
): DeskConfig | null {
  const port = given.DESK_PORT ?? (given.PORT + STEP <= MAX_PORT ? given.PORT + STEP : given.PORT - STEP);
  const address = given.DESK_URL || (demo ? `http://localhost:${port}` : '');
  if (address === '' || address === 'off') return null;
  const { origin, hostname } = new URL(address);
  if (!demo) {
    if (!origin.startsWith('https://'))
      faults.push('DESK_URL must begin with https:// in production: it carries sessions of staff.');
    if (hostname === new URL(siteUrl).hostname)
      faults.push('DESK_URL must have a different host name than SITE_URL: all ports of a host share its cookies.');
  }
  return { url: origin, port };
}
