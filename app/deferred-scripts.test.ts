import { expect, it } from 'vitest';
import { deferScripts } from './deferred-scripts.server.ts';

const NONCE = 'one-of-this-render';
const MODULE = 'import "/assets/manifest.js"; import("/assets/entry.js");';
const PAGE = `<html><head><link rel="modulepreload" href="/assets/a.js"/></head><body><script nonce="${NONCE}" type="module" async="">${MODULE}</script>`;

it('leaves nothing in a page that loads a script by itself', () => {
  const late = deferScripts(PAGE, NONCE);
  expect(late).not.toMatch(/rel="modulepreload"|type="module"/);
  expect(late).toContain('href="/assets/a.js"');
  expect(late).toContain(MODULE);
});

it('gives the nonce to what starts the scripts, which hands it to the script it starts', () => {
  const scripts = [...deferScripts(PAGE, NONCE).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts).toHaveLength(2);
  for (const tag of scripts) expect(tag).toContain(`nonce="${NONCE}"`);
  expect(deferScripts(PAGE, NONCE)).toContain('script.nonce = late.nonce');
});

it('starts no script that does not carry the nonce of this render', () => {
  const foreign = PAGE.replace(NONCE, 'another');
  expect(deferScripts(foreign, NONCE)).toBe(foreign);
});

it('adds nothing to a page without scripts', () => {
  expect(deferScripts('<html><body><p>404</p>', NONCE)).toBe('<html><body><p>404</p>');
});
