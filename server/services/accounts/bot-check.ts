import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { Config } from '#server/config.ts';
import { turnstile } from '#server/outside/turnstile/client.ts';
import { takeTicket } from '#server/services/accounts/form-tickets.ts';

/** Cloudflare's published secret, with which every well-formed token of the sandbox passes. */
const DEMO_BOT_CHECK_SECRET = '1x0000000000000000000000000000000AA';

/** Bot check and its tickets. */
export function createBotCheckServices(config: Config, db: Db): BotCheckServices {
  const secret = config.BOT_CHECK_SECRET || DEMO_BOT_CHECK_SECRET;
  return {
    botCheck: turnstile({
      url: config.BOT_CHECK_URL || `http://127.0.0.1:${config.PORT}/sandbox/bot-check/turnstile/v0/siteverify`,
      secret,
      hostname: new URL(config.siteUrl).hostname,
    }),
    // Derived from a secret that every process has and nobody else.
    ticketKey: createHash('sha256').update(`form tickets ${secret}`).digest('hex'),
    takeTicket: (name, by) => takeTicket(db, name, by),
  };
}
