import { join } from 'node:path';
import { mailFolder, type MailFolder } from '#sandbox/mail/mail-folder.ts';
import { startMailSandbox } from '#sandbox/mail/smtp.ts';
import { smtpMailer } from '#server/outside/smtp/client.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Mailer } from '#shared/outside/mailer.ts';

/** Folder of the demo's mail, shared by all processes of a demo. */
export const demoMailFolder = (dataDir: string): MailFolder => mailFolder(join(dataDir, 'sandbox-mail'));

/** The configured mail service; in a demo without one, the sandbox, started here. */
export async function startMailer({
  config,
  dataDir,
  clock,
}: Runtime): Promise<{ mailer: Mailer; stop(): Promise<void> }> {
  const sandbox =
    config.SMTP_URL || !config.demo ? null : await startMailSandbox({ folder: demoMailFolder(dataDir), clock });
  return {
    mailer: smtpMailer({
      url: sandbox?.url ?? config.SMTP_URL,
      from: config.MAIL_FROM,
      // Mails contain links that grant access to accounts.
      requireTls: !config.demo,
    }),
    stop: async () => sandbox?.stop(),
  };
}
