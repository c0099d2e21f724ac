import { spawnSync } from 'node:child_process';
import { StandError } from '../processes.ts';

// A server that is cut off is matched by its group in packets that it sends, and by its ports in packets sent to it.
// All are dropped silently, as if its cable were unplugged.

/** The group of a server by its port, as another stand on this machine has other ports; above those of users. */
export const groupOf = (port: number): number => 100_000 + port;

export interface Cable {
  group: number;
  ports: readonly number[];
}

function nft(rules: string): void {
  const { status, stderr, error } = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' });
  if (status !== 0) throw new StandError(`nft failed: ${error?.message ?? stderr}`);
}

/** Cuts off exactly these servers of the stand with this base port. */
export function cutOff(cables: readonly Cable[], base: number): void {
  const name = `airwave_stand_${base}`;
  // The first line makes the table, so that the second never fails.
  const clean = `table inet ${name} {}\ndelete table inet ${name}\n`;
  const ports = cables.flatMap((cable) => cable.ports).join(', ');
  const groups = cables.map(({ group }) => group).join(', ');
  nft(
    cables.length === 0
      ? clean
      : `${clean}table inet ${name} {
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
