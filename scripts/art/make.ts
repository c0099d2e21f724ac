// Generates the artwork of fixtures/art. Run manually when a drawing changes:
//   node scripts/art/make.ts && python3 scripts/art/outline.py
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostFixtures } from '#fixtures/station/hosts.ts';
import { svg } from './draw.ts';
import { plates864 } from './plates-864.ts';
import { plates881 } from './plates-881.ts';
import { plates903 } from './plates-903.ts';
import { platesStation } from './plates-station.ts';
import { people } from './people.ts';
import { portrait } from './portraits.ts';
import { scenes } from './scenes.ts';

const DIR = 'fixtures/art';
mkdirSync(DIR, { recursive: true });
const plates = { ...plates881, ...plates903, ...plates864, ...platesStation, ...scenes() };
for (const [name, plate] of Object.entries(plates)) writeFileSync(`${DIR}/${name}.svg`, svg(plate()));
for (const host of hostFixtures) {
  const person = people[host.id];
  if (!person) throw new Error(`host ${host.id} has no entry in people.ts`);
  writeFileSync(`${DIR}/${host.picture}.svg`, svg(portrait(person), 240, 240));
}
