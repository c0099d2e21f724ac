import { takeSessionLock } from '#db/session-lock.ts';
import type { PushServices, SendingServices } from '#domain/push/push.ts';
import type { Config } from '#server/config.ts';
import { createPushSender } from '#server/outside/web-push/web-push.ts';
import { vapidKeysOf } from '#server/outside/web-push/vapid-keys.ts';
import type { Base } from '#server/services/base.ts';

/** Key of the sender's advisory lock. */
const SENDER_LOCK = 72_001;

const keysOf = ({ secretKey }: Pick<Base, 'secretKey'>) => vapidKeysOf(secretKey);

/** Where push services write when they have a question: the mailbox that sends every mail, or the contact form's. */
const subjectOf = ({ CONTACT_TO }: Config): string => `mailto:${CONTACT_TO}`;

/** Dependencies of notifications. */
export function createPushServices(base: Base): PushServices {
  const { config, database, secretKey } = base;
  return {
    db: database.db,
    secretKey,
    publicKey: keysOf(base).publicKey,
    allowed: {
      hosts: config.PUSH_SERVICES,
      sandbox: config.demo ? `${config.siteUrl}/sandbox/push/send/` : null,
    },
  };
}

/** Dependencies of the worker that sends them. */
export const createSendingServices = (base: Base): SendingServices => ({
  db: base.database.db,
  secretKey: base.secretKey,
  siteUrl: base.config.siteUrl,
  send: createPushSender(keysOf(base), { subject: subjectOf(base.config) }),
  acquireSenderLock: () => takeSessionLock(base.database.pool, SENDER_LOCK),
});
