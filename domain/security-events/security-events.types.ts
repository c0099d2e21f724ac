import type { SecurityEventKind } from './security-events.rules.ts';

/** A security event as shown to its member. */
export interface ListedEvent {
  id: number;
  memberId: number;
  kind: SecurityEventKind;
  userAgent: string;
  remoteIp: string;
  detail: Record<string, string>;
  happenedAt: Date;
}
