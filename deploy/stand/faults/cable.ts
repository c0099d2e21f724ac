import { spawnSync } from 'node:child_process';
import { StandError } from '../processes.ts';

// What is cut off has its own group, by which the packets that it sends are known, and its own ports, by which those for it are.
// All are dropped in silence, as by a cable that was pulled.

/** Groups of the servers, in their order. */
export const FIRST_GROUP = 61_000;
const TABLE = 'airwave_stand';

export interface Cable {
  group: number;
  ports: readonly number[];
}

function nft(rules: string): void {
  const { status, stderr, error } = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' });
  if (status !== 0) throw new StandError(`nft failed: ${error?.message ?? stderr}`);
}

/** Makes exactly these the ones that are cut off. */
export function cutOff(cables: readonly Cable[]): void {
  // The first line makes the table, so that the second never fails.
  const clean = `table inet ${TABLE} {}\ndelete table inet ${TABLE}\n`;
  const ports = cables.flatMap((cable) => cable.ports).join(', ');
  const groups = cables.map(({ group }) => group).join(', ');
  nft(
    cables.length === 0
      ? clean
      : `${clean}table inet ${TABLE} {
  chain sent {
    type filter hook output priority 0; policy accept;
    meta skgid { ${groups} } drop
  }
  chain received {
    type filter hook input priority 0; policy accept;
    tcp dport { ${ports} } drop
  }
}
`,
  );
}
