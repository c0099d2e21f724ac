import { expect, it } from 'vitest';
import { pagePolicy } from '#server/web/security-headers.ts';
import { startLate } from './late-start.server.ts';

const MODULE = 'import "/assets/manifest.js"; import("/assets/entry.js");';
const PAGE = `<html><head><link rel="modulepreload" href="/assets/a.js"/></head><body><script type="module" async="">${MODULE}</script>`;

it('leaves nothing in a page that loads a script by itself', () => {
  const late = startLate(PAGE);
  expect(late).not.toMatch(/rel="modulepreload"|type="module"/);
  expect(late).toContain('href="/assets/a.js"');
  expect(late).toContain(MODULE);
});

it('is allowed by the policy of the page: what starts the scripts, and the script it starts', () => {
  const hashes = pagePolicy(startLate(PAGE)).match(/'sha256-[^']+'/g) ?? [];
  expect(hashes).toHaveLength(2);
  expect(hashes).toContain(pagePolicy(PAGE).match(/'sha256-[^']+'/)?.[0]);
});

it('adds nothing to a page without scripts', () => {
  expect(startLate('<html><body><p>404</p>')).toBe('<html><body><p>404</p>');
});
