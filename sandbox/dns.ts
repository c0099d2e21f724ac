import { createSocket } from 'node:dgram';
import packet, { type Answer, type Packet, type Question } from 'dns-packet';

/** What a name server may say of a name. */
interface Zone {
  mx?: readonly { preference: number; exchange: string }[];
  a?: readonly string[];
  aaaa?: readonly string[];
  /** 3: there is no such name; 2: the server fails. */
  rcode?: 2 | 3;
  /** Nobody answers. */
  isSilent?: boolean;
}

/** Of a network that is for examples: nobody sends anything there. */
const MAIL_HOST = { a: ['203.0.113.25'] };
const TTL_SECONDS = 60;
const FAILED = 2;
const NO_SUCH_NAME = 3;
const AUTHORITATIVE = 0x0400;

/** Names that behave as their name says. */
const ZONES: Record<string, Zone> = {
  'ok.test': { mx: [{ preference: 10, exchange: 'mail.ok.test' }] },
  'mail.ok.test': MAIL_HOST,
  'nullmx.test': { mx: [{ preference: 0, exchange: '.' }] },
  // a null exchange beside another is a slip: the other counts
  'oddmx.test': {
    mx: [
      { preference: 0, exchange: '.' },
      { preference: 10, exchange: 'mail.ok.test' },
    ],
  },
  'aonly.test': MAIL_HOST,
  'aaaaonly.test': { aaaa: ['2001:db8::25'] },
  'nodata.test': {},
  'private.test': { mx: [{ preference: 10, exchange: 'mail.private.test' }] },
  'mail.private.test': { a: ['10.0.0.25', '127.0.0.1'] },
  'nxdomain.test': { rcode: NO_SUCH_NAME },
  'servfail.test': { rcode: FAILED },
  'slow.test': { isSilent: true },
};

/** Any other name takes mail, so that a visitor of the demo can use an address of their own; names that cannot be do not. */
function zoneOf(name: string): Zone {
  const known = ZONES[name];
  if (known) return known;
  if (/(?:^|\.)(?:test|invalid)$/.test(name)) return { rcode: NO_SUCH_NAME };
  return { mx: [{ preference: 10, exchange: 'mail.ok.test' }], ...MAIL_HOST };
}

function answersTo({ name, type }: Question, zone: Zone): Answer[] {
  const answer = { name, ttl: TTL_SECONDS };
  if (type === 'MX') return (zone.mx ?? []).map((data) => ({ ...answer, type, data }));
  if (type === 'A') return (zone.a ?? []).map((data) => ({ ...answer, type, data }));
  if (type === 'AAAA') return (zone.aaaa ?? []).map((data) => ({ ...answer, type, data }));
  return [];
}

function replyTo(message: Buffer): Packet | null {
  const asked = packet.decode(message);
  const question = asked.questions?.[0];
  if (asked.type !== 'query' || !question) return null;
  const zone = zoneOf(question.name.toLowerCase());
  if (zone.isSilent) return null;
  return {
    id: asked.id ?? 0,
    type: 'response',
    flags: AUTHORITATIVE | (zone.rcode ?? 0),
    questions: [question],
    answers: zone.rcode ? [] : answersTo(question, zone),
  };
}

/** A name server for the demo and for tests, by UDP on this machine; port 0 takes one that is free. */
export async function dnsSandbox(port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port: from, address }) => {
    try {
      const reply = replyTo(message);
      if (reply) socket.send(packet.encode(reply), from, address);
    } catch {
      // what is no question gets no answer
    }
  });
  await new Promise<void>((done, fail) => {
    socket.once('error', fail);
    socket.bind(port, '127.0.0.1', () => {
      socket.off('error', fail);
      // One that is broken later answers nobody, and that is all.
      socket.on('error', () => {});
      done();
    });
  });
  return {
    port: socket.address().port,
    stop: () => new Promise((done) => socket.close(() => done())),
  };
}
