// Draws the artwork of fixtures/art. Run by hand when a plate changes:
//   node scripts/art/make.ts && python3 scripts/art/outline.py
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostFixtures } from '#fixtures/station/hosts.ts';
import { svg } from './draw.ts';
import { plates } from './plates.ts';
import { portrait } from './portraits.ts';

const DIR = 'fixtures/art';
function draw(): void {
  mkdirSync(DIR, { recursive: true });
  for (const [name, plate] of Object.entries(plates)) writeFileSync(`${DIR}/${name}.svg`, svg(plate()));
  for (const host of hostFixtures) writeFileSync(`${DIR}/${host.picture}.svg`, svg(portrait(host.id), 240, 240));
}

/** Names with a hash of their bytes: addresses of pictures carry it, so a browser may keep them for good. */
function writeManifest(): void {
  const names = readdirSync(DIR)
    .filter((f) => f.endsWith('.svg'))
    .toSorted();
  const manifest = Object.fromEntries(
    names.map((f) => [
      f.slice(0, -4),
      createHash('sha256')
        .update(readFileSync(`${DIR}/${f}`))
        .digest('hex')
        .slice(0, 10),
    ]),
  );
  writeFileSync(`${DIR}/manifest.json`, `${JSON.stringify(manifest, null, 1)}\n`);
}
// The manifest is made of the outlined pictures, so it comes after the outlining.
if (process.argv.includes('--manifest')) writeManifest();
else draw();
