import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

// Measures the hashes per second of a process that does nothing else, as the reference for log-ins. Each message gives
// a duration in seconds and is answered with hashes per second.
const hash = promisify(argon2);
const AT_ONCE = Number(process.argv[2] ?? 6);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const nonce = randomBytes(16);

process.on('message', (seconds: number) => {
  const from = performance.now();
  let made = 0;
  const worker = async () => {
    while (performance.now() - from < seconds * 1_000) {
      await hash('argon2id', { message: 'airwave-demo-881', nonce, ...cost });
      made += 1;
    }
  };
  void Promise.all(Array.from({ length: AT_ONCE }, worker)).then(() =>
    process.send?.((made * 1_000) / (performance.now() - from)),
  );
});
process.send?.('ready');
