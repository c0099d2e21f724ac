import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balancerFile } from '../../deploy/stand/front-files.ts';

// deploy/keepalived.conf and deploy/haproxy.cfg on two machines: network namespaces on one bridge, and a third for the visitor.
// The bridge has one of its own, too, so that a firewall of this machine, such as Docker's, does not affect it.

const ADDRESS = '203.0.113.88';
const suffix = String(randomInt(1e4)).padStart(4, '0');
const wire = `awsw${suffix}`;
const bridge = 'switch';
const visitor = `awvis${suffix}`;

const ip = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' });
function must(...args: string[]): void {
  const { status, stderr } = ip(...args);
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Root, the programs, and a kernel that has namespaces and bridges. */
function canRun(): boolean {
  if (userInfo().uid !== 0) return false;
  if (['ip', 'keepalived', 'haproxy', 'curl'].some((program) => spawnSync('which', [program]).status !== 0))
    return false;
  const isMade = ip('netns', 'add', wire).status === 0;
  const isBridged = isMade && ip('-n', wire, 'link', 'add', bridge, 'type', 'bridge').status === 0;
  ip('netns', 'del', wire);
  return isBridged;
}

interface Machine {
  name: string;
  /** Its end of the cable at the switch. */
  cable: string;
  file: string;
  balancer?: ChildProcess;
  keepalived?: ChildProcess;
}

describe.skipIf(!canRun())('two balancers (needs root, network namespaces, keepalived and HAProxy)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keepalived-'));
  const machines = [1, 2].map((n): Machine => ({
    name: `awbal${n}${suffix}`,
    cable: `awc${n}${suffix}`,
    file: join(folder, `${n}.conf`),
  }));
  const [first, second] = machines as [Machine, Machine];

  function startIn(name: string, command: string[]): ChildProcess {
    return spawn('ip', ['netns', 'exec', name, ...command], { stdio: 'ignore' });
  }

  function plug(name: string, cable: string, address: string): void {
    must('netns', 'add', name);
    must('-n', wire, 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    must('-n', wire, 'link', 'set', cable, 'master', bridge, 'up');
    must('-n', name, 'addr', 'add', address, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) must('-n', name, 'link', 'set', device, 'up');
  }

  const startBalancer = (machine: Machine) => {
    machine.balancer = startIn(machine.name, ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]);
  };

  async function kill(child: ChildProcess | undefined): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  beforeAll(() => {
    must('netns', 'add', wire);
    must('-n', wire, 'link', 'add', bridge, 'type', 'bridge');
    must('-n', wire, 'link', 'set', bridge, 'up');
    const ports = { site: 80, origin: 8090, health: 8091, cache: 6081, servers: { web: [1], ads: [1], media: [1] } };
    const balancer = balancerFile(ports)
      .replace('bind 127.0.0.1:80\n', 'bind :80\n')
      // Each takes two files, and a test may open few.
      .replace('maxconn 50000', 'maxconn 200');
    writeFileSync(join(folder, 'haproxy.cfg'), balancer);
    const file = readFileSync('deploy/keepalived.conf', 'utf8');
    writeFileSync(first.file, file);
    const others: Record<string, string> = {
      'state MASTER': 'state BACKUP',
      'priority 150': 'priority 100',
      '10.0.0.11': '10.0.0.12',
      '10.0.0.12': '10.0.0.11',
    };
    // As its first lines say.
    writeFileSync(
      second.file,
      file.replaceAll(/^(?!#).*$/gm, (line) =>
        line.replaceAll(/state MASTER|priority 150|10\.0\.0\.1[12]/g, (was) => others[was]!),
      ),
    );
    for (const [i, machine] of machines.entries()) {
      plug(machine.name, machine.cable, `10.0.0.1${i + 1}/24`);
      startBalancer(machine);
      const pids = ['--pid', '--vrrp_pid', '--checkers_pid'].flatMap((flag) => [flag, `${machine.file}${flag}`]);
      const flags = ['--dont-fork', '--log-console', '--use-file', machine.file, ...pids];
      machine.keepalived = startIn(machine.name, ['keepalived', ...flags]);
    }
    plug(visitor, `awv${suffix}`, '203.0.113.1/24');
  });

  afterAll(async () => {
    for (const { balancer, keepalived } of machines) await Promise.all([kill(balancer), kill(keepalived)]);
    for (const { name } of machines) {
      for (const pid of ip('netns', 'pids', name).stdout.split('\n').filter(Boolean))
        process.kill(Number(pid), 'SIGKILL');
      ip('netns', 'del', name);
    }
    ip('netns', 'del', visitor);
    ip('netns', 'del', wire);
    rmSync(folder, { recursive: true, force: true });
  });

  const holders = () =>
    machines.filter(({ name }) => ip('-n', name, '-4', 'addr', 'show', 'dev', 'eth0').stdout.includes(ADDRESS));
  /** No process of the site is behind it: a balancer says so. */
  const answer = () =>
    spawnSync(
      'ip',
      [
        'netns',
        'exec',
        visitor,
        'curl',
        '-s',
        '-m',
        '2',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        `http://${ADDRESS}/`,
      ],
      {
        encoding: 'utf8',
      },
    ).stdout;
  /** The address is at one machine alone, and visitors reach it there. */
  async function isAt({ name }: Machine): Promise<void> {
    await expect.poll(() => holders().map((one) => one.name), { timeout: 60_000 }).toEqual([name]);
    await expect.poll(answer, { timeout: 60_000 }).toBe('503');
  }

  it('have the address of the site at the first, at the second while its balancer is gone, and back', async () => {
    await isAt(first);
    await kill(first.balancer);
    await isAt(second);
    startBalancer(first);
    await isAt(first);
  });

  it('have it at the second while the first is off the network, and at one of them alone once it is back', async () => {
    must('-n', wire, 'link', 'set', first.cable, 'down');
    await expect.poll(() => holders().includes(second), { timeout: 60_000 }).toBe(true);
    await expect.poll(answer, { timeout: 60_000 }).toBe('503');
    must('-n', wire, 'link', 'set', first.cable, 'up');
    await isAt(first);
  });
});
