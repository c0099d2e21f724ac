import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// Verifies the references in the OWASP ASVS 5.0.0 checklist, and requirements that can be checked in the code.

const PAPER = 'docs/security/asvs.md';

/**
 * Every requirement of levels 1 and 2 in the chapters on validation, authentication and sessions, numbered as in 5.0.0.
 */
const DEMANDED = `
2.1.1 2.1.2 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1
6.1.1 6.1.2 6.1.3 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.10 6.2.11 6.2.12
6.3.1 6.3.2 6.3.3 6.3.4 6.4.1 6.4.2 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3
6.8.1 6.8.2 6.8.3 6.8.4
7.1.1 7.1.2 7.1.3 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2
8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 8.4.1
`.match(/\d+\.\d+\.\d+/g) as string[];

/** Lines of the checklist: number, level, requirement, implementation, and the test that verifies it. */
const lines = read(PAPER)
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));
const pointers = lines.flatMap(([number = '', , , , holds = '']) =>
  [...holds.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ number, file, title })),
);

it('has a line for every requirement, and one only', () => {
  const numbers = lines.map(([number]) => number);
  expect(DEMANDED.filter((number) => !numbers.includes(number))).toEqual([]);
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

it('says of every line what holds it: a test, a paper, or why it is not so', () => {
  const KINDS = /^(`[^`]+ › |\[[^\]]+\]\(|Does not apply: |Otherwise: )/;
  expect(lines.filter((cells) => cells.length !== 5 || !KINDS.test(cells[4] ?? '')).map(([number]) => number)).toEqual(
    [],
  );
});

it('points at tests that are there', () => {
  const tests = new Set(files(/\.(?:test|e2e)\.tsx?$/));
  const missing = pointers.filter(({ file, title }) => {
    if (!tests.has(file)) return true;
    // As written in the source: in quotes of one kind, with inner quotes escaped or not.
    return !["'", '"', '`'].some((quote) => read(file).includes(`${quote}${title}${quote}`));
  });
  expect(missing).toEqual([]);
  expect(pointers.length).toBeGreaterThan(60);
});

it('counts its lines rightly', () => {
  const of = (kind: RegExp) => lines.filter((cells) => kind.test(cells[4] ?? '')).length;
  const counted = { test: of(/^`/), paper: of(/^\[/), away: of(/^Does not apply/), otherwise: of(/^Otherwise/) };
  const said = /(\d+) lines: (\d+) by a test, (\d+) by a paper, (\d+) do not apply, (\d+) are decided otherwise/.exec(
    read(PAPER).replaceAll('\n', ' '),
  );
  expect(said?.slice(1).map(Number)).toEqual([
    lines.length,
    counted.test,
    counted.paper,
    counted.away,
    counted.otherwise,
  ]);
});

/** Shipped code that answers requests. */
const serving = files(/^(?:domain|server|shared|db|app)\/.*\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file));
const thoseWith = (pattern: RegExp, among = serving) =>
  among.filter((file) => pattern.test(withoutComments(read(file))));

it('draws lots for secrets with the generator made for them (6.5.3, 7.2.3)', () => {
  expect(thoseWith(/Math\.random/).filter((file) => !file.startsWith('app/'))).toEqual([]);
});

it('opens a session where a password or a passkey was proved, and nowhere else (6.3.4)', () => {
  const opening = thoseWith(/\b(?:openSession|openLogIn)\(/).filter((file) => file !== 'domain/auth/sessions.ts');
  expect(opening).toEqual(['domain/auth/log-in.ts', 'domain/passkeys/passkeys.api.ts']);
});

it('hands out every log-in with all of its cookies, made in one place', () => {
  const withLogIn = thoseWith(/\b(?:logIn|openLogIn)\((?:members|services),/).filter(
    (file) => file !== 'domain/auth/log-in.ts',
  );
  expect(withLogIn).toEqual([
    'app/pages/auth/login.server.ts',
    'domain/auth/auth.api.ts',
    'domain/passkeys/passkeys.api.ts',
  ]);
  expect(thoseWith(/\blogInCookies\(/)).toEqual(withLogIn);
});

it('starts no other program but the database of a demo, ffmpeg, the decoder of pictures and its own second process (1.2.5)', () => {
  expect(thoseWith(/node:child_process/)).toEqual([
    'db/embedded.ts',
    'server/outside/ffmpeg/ffmpeg.ts',
    'server/outside/pictures/decoder.ts',
    'server/pages/page-process.ts',
  ]);
});

it('puts nothing into SQL or a pattern that somebody wrote (1.2.4, 1.2.9)', () => {
  // Our own column names, and a number converted to an integer. Review before adding.
  expect(thoseWith(/sql\.raw\(/)).toEqual([
    'db/columns.ts',
    'domain/delivery-trace/delivery-trace.store.ts',
    'domain/member-merges/member-merges.store.ts',
    'domain/search/search-index.store.ts',
    'domain/search/search.store.ts',
  ]);
  expect(thoseWith(/new RegExp\(/)).toEqual([
    'app/components/frame/app-store.ts',
    'server/config.payments.schema.ts',
    'server/web/cache/cached-page.ts',
    'shared/text/phrase.ts',
    'shared/text/redact.ts',
  ]);
});

it('lets passwords be pasted and filled in, and no page listen to other windows (6.2.7, 3.5.5)', () => {
  expect(thoseWith(/onPaste|addEventListener\(['"]paste/)).toEqual([]);
  // Messages of advertising frames are checked by origin and window (decisions 049, 051).
  expect(thoseWith(/window\.addEventListener\(['"]message|onmessage/)).toEqual([
    'app/ads/ad-frames.ts',
    'app/ads/meet-frame.ts',
  ]);
  expect(read('app/ads/ad-frames.ts')).toContain(
    'if (origin !== this.#origin || source === null || source !== frame.contentWindow) return;',
  );
  expect(read('app/ads/meet-frame.ts')).toContain(
    'if (event.origin !== origin || !frame || event.source !== frame) return;',
  );
  const fields = thoseWith(/type=\{?['"]?password|'password'\}/, files(/^app\/.*\.tsx$/));
  for (const file of fields) expect([file, /autoComplete=["']off/.test(read(file))]).toEqual([file, false]);
});

it('sets no cookie without Secure and SameSite (3.3.1, 3.3.2)', () => {
  const set = serving.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/`[^`]*\bPath=\/[^`]*`/g)].map(([cookie]) => [file, cookie] as const),
  );
  expect(set.length).toBeGreaterThan(3);
  // The browser's own helper omits Secure where a browser would otherwise drop the cookie.
  const wrong = set.filter(
    ([, cookie]) => !/SameSite=(?:Lax|Strict)/.test(cookie) || !/Secure|\$\{secure\}/.test(cookie),
  );
  expect(wrong).toEqual([]);
});
