import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUDIENCE_USAGE, demandFolder, readAudienceWords } from './audience-words.ts';

const TODAY = '2026-11-21';
const read = (line: string) => readAudienceWords(line.split(' ').filter(Boolean), TODAY);

it('reads every verb with its words', () => {
  for (const help of ['help', '--help', '-h', 'export --help']) expect(read(help), help).toEqual({ verb: 'help' });
  expect(read('figures')).toEqual({ verb: 'figures', day: null });
  expect(read(`figures ${TODAY}`)).toEqual({ verb: 'figures', day: TODAY });
  expect(read('compute 2026-11-20')).toEqual({ verb: 'compute', day: '2026-11-20' });
  expect(read('export')).toEqual({ verb: 'store' });
  expect(read('export 2026-11-20 --csv --to /tmp')).toEqual({
    verb: 'export',
    day: '2026-11-20',
    form: 'csv',
    to: '/tmp',
  });
  expect(read('proof 茶餐廳 2026-11-20')).toEqual({ verb: 'proof', advertiser: '茶餐廳', day: '2026-11-20' });
  expect(read('verify a.json --key k.pem')).toEqual({ verb: 'verify', file: 'a.json', key: 'k.pem' });
  for (const verb of ['figures', 'compute', 'export', 'proof', 'verify'])
    expect(AUDIENCE_USAGE).toContain(`-- ${verb} `);
});

it.each([
  ['', /^Usage:/],
  ['constructor', /^Unknown command "constructor"\. /],
  ['compute', /^A day is required\. /],
  ['compute 2026-02-30', /^"2026-02-30" is not a valid day\. /],
  ['compute 2026-11-22', /^2026-11-22 is in the future/],
  ['figures 2027-01-01', /is in the future/],
  ['export 2027-01-01', /is in the future/],
  ['export 2026-11-20 twice', /^Unexpected argument "twice" for export\. /],
  ['export 2026-11-20 --to', /--to/],
  ['compute 2026-11-20 --csv', /^Option --csv is not allowed with compute\. /],
  ['proof', /^An advertiser and a day are required\. /],
  ['proof 2026-11-20', /^An advertiser and a day are required\. /],
  ['verify', /^A file with a proof is required\. /],
  ['figures --nope', /^Unknown option '--nope'\. /],
])('refuses “%s” in words that say what is wrong', (line, words) => {
  expect(() => read(line)).toThrow(words);
});

it('makes the folder of an export, and refuses one that cannot be', () => {
  const dir = mkdtempSync(join(tmpdir(), 'audience-words-'));
  try {
    expect(demandFolder(join(dir, 'new'))).toBe(join(dir, 'new'));
    expect(demandFolder(join(dir, 'new'))).toBe(join(dir, 'new'));
    writeFileSync(join(dir, 'file'), '');
    for (const wrong of ['file', 'file/under', 'not/there'])
      expect(() => demandFolder(join(dir, wrong)), wrong).toThrow(/ is not a (writable )?folder/);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
