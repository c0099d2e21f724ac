// The last step after make.ts and outline.py: minifies every drawing of fixtures/art without visible changes, and
// writes the manifest of hashes, which are part of the URLs so that pictures can be cached for a year.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compact } from './compact.ts';

const DIR = 'fixtures/art';
const manifest: Record<string, string> = {};
for (const file of readdirSync(DIR)
  .filter((name) => name.endsWith('.svg'))
  .toSorted()) {
  const before = readFileSync(`${DIR}/${file}`, 'utf8');
  const after = compact(before);
  if (after !== before) writeFileSync(`${DIR}/${file}`, after);
  manifest[file.slice(0, -4)] = createHash('sha256').update(after).digest('hex').slice(0, 10);
}
writeFileSync(`${DIR}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
