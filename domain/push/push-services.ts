import type { Db } from '#db/database.ts';
import type { SessionLock } from '#db/session-lock.ts';
import type { AllowedEndpoints, PushAnswer } from './push.rules.ts';

/** A browser as its push service knows it. */
export interface Receiver {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushRequest extends Receiver {
  /** Encrypted for the browser. */
  payload: string;
  ttlSeconds: number;
  isUrgent: boolean;
  /** An undelivered message of the same topic is replaced by this one: 32 characters of base64url at most. */
  topic: string;
}

/** Sends one message to a push service (RFC 8030); never throws. */
export type SendPush = (request: PushRequest) => Promise<PushAnswer>;

export interface PushServices {
  db: Db;
  /** Signs the token that turns a kind off. */
  secretKey: string;
  /** What a browser subscribes for (RFC 8292), base64url. */
  publicKey: string;
  allowed: AllowedEndpoints;
}

export interface SendingServices extends Pick<PushServices, 'db' | 'secretKey'> {
  siteUrl: string;
  send: SendPush;
  /** The lock of the sender, which one process holds at a time. Null: another one holds it. */
  acquireSenderLock: () => Promise<SessionLock | null>;
}
