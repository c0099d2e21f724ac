import { expect, it } from 'vitest';
import { pagePolicy } from './security-headers.ts';

it('allows the scripts of the page by hash and no other', () => {
  const policy = pagePolicy(
    '<script>let a = 1</script><script type="module" src="/a.js"></script><script type="application/ld+json">{}</script>',
  );
  expect(policy.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});
