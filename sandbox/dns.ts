import { createSocket } from 'node:dgram';
import packet, { type Answer, type Packet, type Question } from 'dns-packet';

/** Records of a name. */
interface Zone {
  mx?: readonly { preference: number; exchange: string }[];
  a?: readonly string[];
  aaaa?: readonly string[];
  /** 3: NXDOMAIN; 2: SERVFAIL. */
  rcode?: 2 | 3;
  /** No answer. */
  isSilent?: boolean;
}

/** In a documentation network (RFC 5737), where nothing is ever sent. */
const MAIL_HOST = { a: ['203.0.113.25'] };
const TTL_SECONDS = 60;
const FAILED = 2;
const NO_SUCH_NAME = 3;
const AUTHORITATIVE = 0x0400;

/** Names with the behaviour that they describe. */
const ZONES: Record<string, Zone> = {
  'ok.test': { mx: [{ preference: 10, exchange: 'mail.ok.test' }] },
  'mail.ok.test': MAIL_HOST,
  'nullmx.test': { mx: [{ preference: 0, exchange: '.' }] },
  // A null MX beside another record is a mistake; the other record counts.
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

/** Any other valid name accepts mail, so that visitors of the demo can use their own address. */
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

/** A name server for the demo and for tests, by UDP on this machine; port 0 picks a free port. */
export async function dnsSandbox(port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port: from, address }) => {
    try {
      const reply = replyTo(message);
      if (reply) socket.send(packet.encode(reply), from, address);
    } catch {
      // Malformed queries get no answer.
    }
  });
  await new Promise<void>((done, fail) => {
    socket.once('error', fail);
    socket.bind(port, '127.0.0.1', () => {
      socket.off('error', fail);
      // Later socket errors only mean unanswered queries.
      socket.on('error', () => {});
      done();
    });
  });
  return {
    port: socket.address().port,
    stop: () => new Promise((done) => socket.close(() => done())),
  };
}
