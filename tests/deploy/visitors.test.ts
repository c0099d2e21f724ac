import { expect, it } from 'vitest';
import { assetsIn } from '../../deploy/stand/load/visitors.ts';

// A load that misses the scripts of a page would find no fault in any deployment.

it('asks for the scripts and styles that a page, a script and the list of all pages name, each once, and for nothing else', () => {
  expect(
    assetsIn(`<link rel="modulepreload" href="/assets/entry.client-Cgv7N4R.js"/><link rel="stylesheet" href="/assets/style-home-YJ2P4kV.css#"/>
      <script type="module">import "/assets/manifest-a1f9447b.js";import "/assets/entry.client-Cgv7N4R.js"</script><use href="/assets/sprite-vmhxGJv6.svg#play"/>`),
  ).toEqual(['entry.client-Cgv7N4R.js', 'style-home-YJ2P4kV.css', 'manifest-a1f9447b.js']);
  expect(
    assetsIn(
      'import{a}from"./part-Cf-Fpvu.js";const b=()=>import(`./follows-h0EnpQZ.js`);d(["assets/x_-_1234567.css"])',
    ),
  ).toEqual(['part-Cf-Fpvu.js', 'follows-h0EnpQZ.js', 'x_-_1234567.css']);
  expect(assetsIn(`JSON.parse('[["rolldown-runtime-XKyaHtl.js","style-forms-naLnQZQ.css#"]]')`)).toEqual([
    'rolldown-runtime-XKyaHtl.js',
    'style-forms-naLnQZQ.css',
  ]);
});
