import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hand, helper, until, type Tab } from './tab.ts';

/** Disables Firefox's own network requests and start-up pages. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'security.sandbox.content.level': 0,
  'toolkit.telemetry.enabled': false,
};

interface Answer {
  id?: number;
  type: string;
  method?: string;
  message?: string;
  result?: Record<string, unknown>;
  params?: { level?: string; type?: string; text?: string };
}

/** Firefox, controlled by WebDriver BiDi. */
export async function openGecko(folder: string, soundServer: string): Promise<Tab> {
  const profile = join(folder, 'profile');
  mkdirSync(profile, { recursive: true });
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const firefox = helper(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { env: { ...process.env, HOME: folder, PULSE_SERVER: soundServer, MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const address = await until(
    () => Promise.resolve(/WebDriver BiDi listening on (ws:\/\/\S+)/.exec(firefox.said())?.[1]),
    'Firefox',
  );

  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (answer: Answer) => void>();
  const faults: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.params?.type === 'javascript' && answer.params.level === 'error')
      faults.push(answer.params.text ?? '');
  });
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', () => fail(new Error('Firefox refused the connection')));
  });
  let last = 0;
  const ask = async (method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const id = ++last;
    const answer = await new Promise<Answer>((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result ?? {};
  };

  await ask('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = await ask('browsingContext.getTree', {});
  const [{ context }] = contexts as [{ context: string }];
  await ask('session.subscribe', { events: ['log.entryAdded'] });

  return {
    ...hand((source) => ask('input.performActions', { context, actions: [source] })),
    go: async (url) => {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (work, ...args) => {
      const called = await ask('script.callFunction', {
        functionDeclaration: `async (given) => JSON.stringify((await (${work.toString()})(...JSON.parse(given))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      });
      const { type, result, exceptionDetails } = called as {
        type: string;
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (type !== 'success' || result === undefined) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    resize: async (width, height) => {
      await ask('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    faults: () => Promise.resolve(faults),
    picture: async () => {
      const { data } = await ask('browsingContext.captureScreenshot', { context });
      return Buffer.from(data as string, 'base64');
    },
    close: async () => {
      socket.close();
      await firefox.end();
    },
  };
}
