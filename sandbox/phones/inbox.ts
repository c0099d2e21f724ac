import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml as escape, sendInboxPage as send } from '../inbox-page.ts';
import { MAGIC_ENDINGS, type Line } from './line.ts';
import type { KeptRecord, PhoneLog } from './phone-log.ts';

const MAX_BODY_CHARS = 1_600;

/** Phone verification modes, as named in the site's configuration. */
const WAYS = [
  ['a2p', 'The station sends a code by text message'],
  ['p2a', 'The member texts or calls the station, or receives a call with a code'],
  ['disabled', 'Disabled'],
] as const;
type Way = (typeof WAYS)[number][0];

/** Switches the phone verification mode of a running demo. */
export interface WaySwitch {
  now: () => Way;
  choose: (way: Way) => void;
}

const ENDINGS: [ending: string, text: string, call: string][] = [
  [MAGIC_ENDINGS.delivered, 'is delivered, like to all other numbers', 'rings, like all other numbers'],
  [MAGIC_ENDINGS.blocked, 'is blocked by the carrier', 'is busy'],
  [MAGIC_ENDINGS.slow, 'is delivered after 20 seconds', 'rings after 20 seconds'],
  [MAGIC_ENDINGS.refused, 'is rejected immediately', 'is rejected immediately'],
  [
    MAGIC_ENDINGS.late,
    'is delivered, but the site is notified after 12 seconds',
    'rings, but the site is notified after 12 seconds',
  ],
  [
    MAGIC_ENDINGS.muddled,
    'is delivered; the site is notified twice, in the wrong order',
    'rings, like all other numbers',
  ],
];

const clockHk = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Hong_Kong',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A code spoken digit by digit, in figures. Empty if none was spoken. */
const figuresOf = (sentence: string): string =>
  (/[零一二三四五六七八九](?:，[零一二三四五六七八九]){3,}/.exec(sentence)?.[0] ?? '')
    .split('，')
    .map((digit) => (digit === '' ? '' : String('零一二三四五六七八九'.indexOf(digit))))
    .join('');

/** A text in transit cannot be read yet. */
const isReadable = ({ kind, direction, status }: KeptRecord) =>
  kind === 'call' || direction === 'in' || status === 'delivered';

/** Number of the phone, and prefilled text to send from it. */
interface Wanted {
  number: string;
  to: string;
  text: string;
}

const otherEnd = ({ direction, from, to }: KeptRecord) => (direction === 'out' ? to : from);

/** Members' phones, which receive the demo's texts and calls. For the demo and tests only. */
export function phoneInbox(
  app: FastifyInstance,
  {
    log,
    line,
    stationNos,
    base,
    ways,
  }: {
    log: PhoneLog;
    line: Line;
    stationNos: readonly string[];
    base: string;
    ways: WaySwitch | undefined;
  },
): void {
  const link = (number: string) => `<a href="${base}?number=${encodeURIComponent(number)}">${escape(number)}</a>`;

  function contents(record: KeptRecord): string {
    if (!isReadable(record)) return '<p>Not delivered yet.</p>';
    const { kind, direction, id, status, body, heard } = record;
    if (kind === 'text') return `<pre lang="zh-HK">${escape(body)}</pre>`;
    if (direction === 'in') return '';
    if (heard.length) {
      const figures = figuresOf(heard[1] ?? '');
      const digits = figures ? `<p>The code in digits: <strong>${figures}</strong></p>` : '';
      return `<p>What was heard:</p><pre lang="zh-HK">${heard.map(escape).join('\n')}</pre>${digits}`;
    }
    if (status !== 'ringing') return '';
    const press = (action: string, name: string) =>
      `<form method="post" action="${base}/calls/${id}/${action}"><button>${name}</button></form>`;
    return `<div class="presses">${press('key', 'Answer and press 1')}${press('listen', 'Answer, press nothing')}${press('decline', 'Do not answer')}</div>`;
  }

  function item(record: KeptRecord): string {
    const { kind, direction, from, to, at, status } = record;
    const member = link(otherEnd(record));
    const thing = kind === 'text' ? 'Text' : 'Call';
    const what =
      direction === 'out'
        ? `${thing} from the station (${escape(from)}) to ${member}`
        : `${thing} from ${member} to the station (${escape(to)})`;
    const when = `<time datetime="${at.toISOString()}">${clockHk.format(at)}</time>`;
    return `<li class="card"><p><strong>${what}</strong><br><small>${when} Hong Kong time · ${escape(status)}</small></p>${contents(record)}</li>`;
  }

  function forms({ number, to: toNo, text }: Wanted): string {
    const field = (name: string, label: string, value = '', hint = '') =>
      `<label>${label}<input name="${name}" value="${escape(value)}" maxlength="${MAX_BODY_CHARS}" autocomplete="off"${hint}></label>`;
    const option = (no: string) => `<option${no === toNo ? ' selected' : ''}>${escape(no)}</option>`;
    const to = stationNos.length
      ? `<label>The station’s number that the page shows<select name="to">${stationNos.map(option).join('')}</select></label>`
      : field('to', 'The station’s number that the page shows', toNo, ' inputmode="tel"');
    const twice =
      '<label class="box"><input type="checkbox" name="twice" value="yes">Report it to the site twice</label>';
    const from = field('from', 'The member’s number', number || '+852', ' inputmode="tel"');
    const form = (kind: string, title: string, fields: string, button: string) =>
      `<section class="card"><h2>${title}</h2><form class="column" method="post" action="${base}/in/${kind}">${fields}${twice}<button>${button}</button></form></section>`;
    return `<div class="cards">${form('text', 'Text the station', `${from}${to}${field('body', 'Text', text)}`, 'Send the text')}${form('call', 'Call the station', `${from}${to}`, 'Make the call')}</div>`;
  }

  function waySwitch(): string {
    if (!ways) return '';
    const now = ways.now();
    const options = WAYS.map(
      ([way, words]) => `<option value="${way}"${way === now ? ' selected' : ''}>${words}</option>`,
    );
    return `<section class="card"><h2>Phone verification</h2><form class="column" method="post" action="${base}/way"><label>Mode, until the site is restarted<select name="way">${options.join('')}</select></label><button>Apply</button></form></section>`;
  }

  app.get<{ Querystring: Record<string, unknown> }>('/', { schema: { hide: true } }, async (request, reply) => {
    const given = (name: string) => {
      const value = request.query[name];
      return typeof value === 'string' ? value.slice(0, MAX_BODY_CHARS) : '';
    };
    const wanted = { number: given('number'), to: given('to'), text: given('text') };
    const { number } = wanted;
    const records = (await log.list()).filter((record) => number === '' || otherEnd(record) === number);
    const list = records.length
      ? `<ul class="list">${records.map(item).join('')}</ul>`
      : `<p>No text or call ${number ? 'of this phone ' : ''}yet.</p>`;
    const again = `${base}${number ? `?number=${encodeURIComponent(number)}` : ''}`;
    const inbox = `<h2>Texts and calls, latest first</h2><p><a href="${again}">Refresh</a>${number ? ` · <a href="${base}">All phones</a>` : ''}</p>${list}`;
    const endings = `<h2>Magic numbers</h2><p>Give an account a Hong Kong number with one of these endings, for example 6123${MAGIC_ENDINGS.blocked}.</p><dl>${ENDINGS.map(([ending, text, call]) => `<dt>…${ending}</dt><dd>A text ${text}. A call ${call}.</dd>`).join('')}</dl>`;
    const lead = number
      ? 'This phone is yours: read its text messages, answer its calls, and text or call the station.'
      : 'Text messages and calls of the station end here; nothing leaves this machine. All phones of members are yours: read their text messages, answer their calls, and text or call the station.';
    // Visitors from a page that requests a text or call find it prefilled.
    const parts = wanted.to ? [forms(wanted), inbox] : [inbox, forms(wanted)];
    return send(
      reply,
      number ? `Phone ${number}` : 'Phones (sandbox)',
      `<p>${lead}</p>${parts.join('')}${number ? '' : waySwitch()}${endings}`,
    );
  });

  const back = (number: string) => `${base}?number=${encodeURIComponent(number)}`;
  const fieldOf = (request: FastifyRequest, name: string) =>
    (request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '').slice(0, MAX_BODY_CHARS).trim();

  app.post('/way', { schema: { hide: true } }, async (request, reply) => {
    const way = WAYS.map(([name]) => name).find((name) => name === fieldOf(request, 'way'));
    if (!ways || !way) return reply.callNotFound();
    ways.choose(way);
    return reply.redirect(base, 303);
  });

  for (const kind of ['text', 'call'] as const)
    app.post(`/in/${kind}`, { schema: { hide: true } }, async (request, reply) => {
      const from = fieldOf(request, 'from');
      const times = fieldOf(request, 'twice') === 'yes' ? 2 : 1;
      await line.reachStation(kind, { from, to: fieldOf(request, 'to'), body: fieldOf(request, 'body'), times });
      return reply.redirect(back(from), 303);
    });

  app.post<{ Params: { id: string; action: string } }>(
    '/calls/:id/:action',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, action } = request.params;
      const record = await log.get(id);
      if (!record) return reply.callNotFound();
      if (action === 'key') await line.answer(id, '1');
      else if (action === 'listen') await line.answer(id, '');
      else if (action === 'decline') await line.decline(id);
      else return reply.callNotFound();
      return reply.redirect(back(record.to), 303);
    },
  );
}
