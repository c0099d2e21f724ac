import { z } from 'zod';
import { parseDatabaseUrl } from '#db/servers/database-url.ts';

const DATABASE_URL_FORM =
  'must be postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE, with no target_session_attrs but read-write';
const isDatabaseUrl = (url: string): boolean => parseDatabaseUrl(url) !== null;

/** The database, and the service of counts that several processes share. */
export const databaseSettings = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine(isDatabaseUrl, DATABASE_URL_FORM)
    .optional()
    .describe(
      'PostgreSQL server, with the role that serves requests; several, separated by commas: the primary among them; empty: an embedded server under DATA_DIR',
    ),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine(isDatabaseUrl, DATABASE_URL_FORM)
    .optional()
    .describe(
      'the same PostgreSQL server, with the role that owns the tables: migrates, backs up and restores; empty: DATABASE_URL',
    ),
  READ_DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/.*)?$/, 'must begin with postgres://')
    .refine((url) => url === '' || isDatabaseUrl(url), 'must be postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE')
    .default('')
    .describe(
      'standby of DATABASE_URL that public pages and calls are read from while it has all changes; several servers, separated by commas: any of them that is a standby; empty: the primary',
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('maximum connections of a process to the database, besides those for notifications, reports and locks'),
  DATABASE_PREPARED: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: statements are not prepared, for a pooler between the site and PostgreSQL'),
  CACHE_URL: z
    .string()
    .max(500)
    .regex(/^(rediss?:\/\/.*)?$/, 'must begin with redis:// or rediss://')
    .default('')
    .describe(
      'server of the Redis protocol in which the processes of a site count limits together; empty: each counts by itself',
    ),
};
