import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/setup/site.ts';
import { hand, helper, until, type Tab } from './tab.ts';

declare global {
  interface Window {
    /** Set by `webkit-window.py`. */
    uncaught?: string[];
  }
}

/** WebKitGTK, controlled by WebDriver, on a virtual screen. */
export async function openWebKit(folder: string, soundServer: string): Promise<Tab> {
  const runtime = join(folder, 'run');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const screen = helper('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp']);
  const display = await until(() => Promise.resolve(/^(\d+)\s/m.exec(screen.said())?.[1]), 'a screen');
  const port = await freePort();
  const driver = helper('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: runtime,
      DISPLAY: `:${display}`,
      PULSE_SERVER: soundServer,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // The compositor thread sometimes crashes in the software renderer.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      NO_AT_BRIDGE: '1',
      GTK_A11Y: 'none',
    },
  });

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(90_000),
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error !== undefined) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  await until(() => ask('GET', '/status'), 'WebKitWebDriver');
  const binary = fileURLToPath(new URL('webkit-window.py', import.meta.url));
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true, 'webkitgtk:browserOptions': { binary, args: [] } } },
  })) as { sessionId: string };
  const tell = (method: string, path: string, body?: unknown) => ask(method, `/session/${sessionId}${path}`, body);

  const run: Tab['run'] = async (work, ...args) => {
    const script = `
      const [given, done] = arguments;
      (async () => (${work.toString()})(...JSON.parse(given)))()
        .then((value) => done(JSON.stringify({ value: value ?? null })), (error) => done(JSON.stringify({ error: String(error) })));`;
    const told = (await tell('POST', '/execute/async', { script, args: [JSON.stringify(args)] })) as string;
    const { value, error } = JSON.parse(told);
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const faults: string[] = [];
  /** They are lost with the page. */
  const collect = async () => {
    faults.push(...(await run(() => window.uncaught?.splice(0) ?? [])));
  };

  return {
    ...hand((source) => tell('POST', '/actions', { actions: [source] })),
    run,
    go: async (url) => {
      await collect();
      await tell('POST', '/url', { url });
    },
    resize: async (width, height) => {
      await tell('POST', '/window/rect', { x: 0, y: 0, width, height });
      await until(() => run((wanted) => innerWidth === wanted, width), `a width of ${width}`);
    },
    faults: async () => {
      await collect();
      return faults;
    },
    picture: async () => Buffer.from((await tell('GET', '/screenshot')) as string, 'base64'),
    close: async () => {
      await tell('DELETE', '').catch(() => undefined);
      await driver.end();
      await screen.end();
    },
  };
}
