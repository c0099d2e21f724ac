import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import type { MailFolder } from './mail-folder.ts';

/** Recipients that trigger failures of a mail server, by local part. */
const MAGIC_RECIPIENTS = {
  refused: 'sandbox-refused',
  later: 'sandbox-later',
  silent: 'sandbox-silent',
} as const;

const MAX_MESSAGE_BYTES = 20 * 1024 * 1024;

class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

export interface MailSandbox {
  /** `smtp://127.0.0.1:port`. */
  url: string;
  stop(): Promise<void>;
}

/** Stand-in for a mail server: stores all mail in a folder and forwards none. */
export async function startMailSandbox({
  folder,
  port = 0,
  clock = () => new Date(),
}: {
  folder: MailFolder;
  port?: number;
  clock?: () => Date;
}): Promise<MailSandbox> {
  const server = new SMTPServer({
    authOptional: true,
    // It has no trusted certificate.
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 500,
    onRcptTo({ address }, _session, done) {
      const [name] = address.split('@');
      if (name === MAGIC_RECIPIENTS.refused) return done(new SmtpRefusal(550, 'mailbox does not exist'));
      if (name === MAGIC_RECIPIENTS.later) return done(new SmtpRefusal(451, 'try again later'));
      if (name !== MAGIC_RECIPIENTS.silent) done();
    },
    onData(stream, _session, done) {
      const kept = buffer(stream).then((message) => folder.add(message, clock()));
      callbackify(() => kept)(done);
    },
  });
  // A client that disconnects midway is not an error of the server.
  server.on('error', () => {});
  const address = await new Promise<ReturnType<typeof server.server.address>>((listening, failed) => {
    server.server.once('error', failed);
    server.listen(port, '127.0.0.1', () => listening(server.server.address()));
  });
  if (address === null || typeof address === 'string') throw new Error('the mail sandbox has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
