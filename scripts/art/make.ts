// Draws the artwork of fixtures/art. Run by hand when a plate changes:
//   node scripts/art/make.ts && python3 scripts/art/outline.py
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostFixtures } from '#fixtures/station/hosts.ts';
import { svg } from './draw.ts';
import { plates } from './plates.ts';
import { portrait } from './portraits.ts';

const DIR = 'fixtures/art';
mkdirSync(DIR, { recursive: true });
for (const [name, plate] of Object.entries(plates)) writeFileSync(`${DIR}/${name}.svg`, svg(plate()));
for (const host of hostFixtures) writeFileSync(`${DIR}/${host.picture}.svg`, svg(portrait(host.id), 240, 240));
