import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { openGeoip } from './geoip.ts';

type Value = string | number | { [key: string]: Value };

/**
 * Encodes a value of the data section (MaxMind DB format 2.0): texts and numbers below 29 bytes, maps below 29 keys.
 */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | bytes.length]), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

/** Builds a geoip database of IPv4 networks of eight bits. */
function mmdb(networks: Record<number, Value>): Buffer {
  const nodes: (number | Value | null)[][] = [[null, null]];
  for (const [first, data] of Object.entries(networks)) {
    let at = 0;
    for (let bit = 7; bit >= 0; bit--) {
      const side = (Number(first) >> bit) & 1;
      const next = nodes[at]?.[side];
      if (bit === 0) nodes[at]![side] = data;
      else if (typeof next === 'number') at = next;
      else {
        nodes[at]![side] = nodes.length;
        at = nodes.push([null, null]) - 1;
      }
    }
  }
  const parts: Buffer[] = [];
  let written = 0;
  const tree = nodes.flatMap((sides) =>
    sides.map((side) => {
      const record = Buffer.alloc(3);
      if (typeof side === 'number') record.writeUIntBE(side, 0, 3);
      else if (side === null) record.writeUIntBE(nodes.length, 0, 3);
      else {
        record.writeUIntBE(nodes.length + 16 + written, 0, 3);
        const data = encode(side);
        parts.push(data);
        written += data.length;
      }
      return record;
    }),
  );
  const about = { node_count: nodes.length, record_size: 24, ip_version: 4, binary_format_major_version: 2 };
  return Buffer.concat([
    ...tree,
    Buffer.alloc(16),
    ...parts,
    Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1'),
    encode(about),
  ]);
}

const dir = mkdtempSync(join(tmpdir(), 'geoip-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const listOf = (name: string, bytes: Buffer) => {
  writeFileSync(join(dir, name), bytes);
  return openGeoip(join(dir, name));
};

it('says where an address is in the words of Hong Kong, by each of the lists that stations have', () => {
  const geoip = listOf(
    'geoip.mmdb',
    mmdb({
      1: { country: { iso_code: 'HK' } },
      2: { country: { iso_code: 'GB' }, city: { names: { en: 'London' } } },
      3: { country_code: 'MO' },
      4: { country: { iso_code: 'JP' }, city: { names: { en: 'Tokyo', 'zh-CN': '东京' } } },
      5: { country: { iso_code: 'XX' } },
    }),
  );
  expect(['1.2.3.4', '::ffff:1.2.3.4', '2.2.2.2', '3.0.0.1', '4.9.9.9'].map(geoip)).toEqual([
    '香港',
    '香港',
    '英國 · London',
    '澳門',
    '日本 · Tokyo',
  ]);
  expect(['5.1.1.1', '127.0.0.1', '203.0.113.7', 'no address', ''].map(geoip)).toEqual([null, null, null, null, null]);
});

it('knows no location without a database, and refuses a file that is none', () => {
  expect(openGeoip('')('1.2.3.4')).toBeNull();
  expect(() => openGeoip(join(dir, 'absent.mmdb'))).toThrow(ConfigError);
  expect(() => listOf('text.mmdb', Buffer.from('a text'))).toThrow(ConfigError);
});
