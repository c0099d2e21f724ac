import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml as escape, sendInboxPage as send } from '../inbox-page.ts';
import { MAGIC_ENDINGS, type Line } from './line.ts';
import type { KeptRecord, PhoneLog } from './phone-log.ts';

const MAX_BODY_CHARS = 1_600;

const ENDINGS: [ending: string, meaning: string][] = [
  [MAGIC_ENDINGS.delivered, 'delivered (as are all others)'],
  [MAGIC_ENDINGS.blocked, 'a text is blocked by the carrier; a call finds the line busy'],
  [MAGIC_ENDINGS.slow, 'a text is delivered, and a call rings, after 20 seconds'],
  [MAGIC_ENDINGS.refused, 'refused at once: cannot be reached'],
  [MAGIC_ENDINGS.late, 'delivered, but the provider answers after 12 seconds'],
  [MAGIC_ENDINGS.muddled, 'delivered; reports come twice and in the wrong order'],
];

/** A text that is on its way has not been read by anybody. */
const isReadable = ({ kind, direction, status }: KeptRecord) =>
  kind === 'call' || direction === 'in' || status === 'delivered';

const otherEnd = ({ direction, from, to }: KeptRecord) => (direction === 'out' ? to : from);

/** The phones of members, in which the demo's texts and calls arrive: for the demo and its tests only. */
export function phoneInbox(
  app: FastifyInstance,
  { log, line, stationNos, base }: { log: PhoneLog; line: Line; stationNos: readonly string[]; base: string },
): void {
  const link = (number: string) => `<a href="${base}?number=${encodeURIComponent(number)}">${escape(number)}</a>`;

  function contents(record: KeptRecord): string {
    if (!isReadable(record)) return '<p>(not delivered)</p>';
    const { kind, direction, id, status, body, heard } = record;
    if (kind === 'text') return `<pre lang="zh-HK">${escape(body)}</pre>`;
    if (direction === 'in') return '';
    if (heard.length) return `<pre lang="zh-HK">${heard.map(escape).join('\n')}</pre>`;
    if (status !== 'ringing') return '';
    const press = (action: string, name: string) =>
      `<form method="post" action="${base}/calls/${id}/${action}"><button>${name}</button></form>`;
    return `${press('key', 'Answer and press 1')}${press('listen', 'Answer, press nothing')}${press('decline', 'Do not answer')}`;
  }

  function row(record: KeptRecord): string {
    const { kind, direction, from, to, at, status } = record;
    const member = otherEnd(record);
    const station = direction === 'out' ? from : to;
    const what = `${kind === 'text' ? 'Text' : 'Call'} ${direction === 'out' ? 'from' : 'to'} the station (${station})`;
    return `<tr><td>${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</td><td class="no">${link(member)}</td><td>${escape(what)}<br>${escape(status)}</td><td>${contents(record)}</td></tr>`;
  }

  function forms(number: string): string {
    const field = (name: string, label: string, value = '') =>
      `<label>${label}<input name="${name}" value="${escape(value)}" maxlength="${MAX_BODY_CHARS}" autocomplete="off"></label>`;
    const to = stationNos.length
      ? `<label>To the station’s number<select name="to">${stationNos.map((no) => `<option>${escape(no)}</option>`).join('')}</select></label>`
      : field('to', 'To the station’s number');
    const twice = '<label class="box"><input type="checkbox" name="twice" value="yes">Tell the site twice</label>';
    const from = field('from', 'From', number || '+852');
    return `<h2>Text the station</h2><form method="post" action="${base}/in/text">${from}${to}${field('body', 'Text')}${twice}<button>Send</button></form>
<h2>Call the station</h2><form method="post" action="${base}/in/call">${from}${to}${twice}<button>Call</button></form>`;
  }

  app.get<{ Querystring: { number?: string } }>('/', { schema: { hide: true } }, async (request, reply) => {
    const number = typeof request.query.number === 'string' ? request.query.number : '';
    const records = (await log.list()).filter((record) => number === '' || otherEnd(record) === number);
    const table = `<table><thead><tr><th scope="col">When</th><th scope="col">Member</th><th scope="col">What</th><th scope="col">Contents</th></tr></thead><tbody>${records.map(row).join('')}</tbody></table>`;
    const endings = `<h2>Numbers that misbehave</h2><dl>${ENDINGS.map(([ending, meaning]) => `<dt>…${ending}</dt><dd>${meaning}</dd>`).join('')}</dl>`;
    const head = number ? `<p><a href="${base}">All numbers</a></p>` : `<p><a href="${base}">Look again</a></p>`;
    return send(
      reply,
      number ? `Phone ${number}` : 'Texts and calls that would have been made',
      `${head}${records.length ? table : '<p>No text or call yet.</p>'}${forms(number)}${endings}`,
    );
  });

  const back = (number: string) => `${base}?number=${encodeURIComponent(number)}`;
  const fieldOf = (request: FastifyRequest, name: string) =>
    (request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '').slice(0, MAX_BODY_CHARS).trim();

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
