import type { CronItem, Task } from 'graphile-worker';
import { auditHeadText } from './audit.rules.ts';
import { extendChain, mailAuditHead, type ChainServices } from './chain.ts';

const CHAIN_AUDIT = 'chain-audit';
const MAIL_AUDIT_HEAD = 'mail-audit-head';

interface AuditJobServices extends ChainServices {
  /** Address that receives the audit head. */
  headTo: string;
  log: { info(fields: object, message: string): void };
}

export const auditTasks = ({ headTo, log, ...services }: AuditJobServices): Record<string, Task> => ({
  [CHAIN_AUDIT]: async () => {
    await extendChain(services);
  },
  [MAIL_AUDIT_HEAD]: async () => {
    const head = await mailAuditHead(services.db, headTo);
    if (head) log.info({ head: auditHeadText(head) }, 'audit head mailed');
  },
});

export const auditCron: CronItem[] = [
  { task: CHAIN_AUDIT, match: '* * * * *', identifier: CHAIN_AUDIT, options: { maxAttempts: 1 } },
  // 03:37 in Hong Kong.
  { task: MAIL_AUDIT_HEAD, match: '37 19 * * *', identifier: MAIL_AUDIT_HEAD, options: { maxAttempts: 3 } },
];
