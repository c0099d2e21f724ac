import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startS3 } from '#tests/setup/s3.ts';
import { prepare } from './prepare.ts';

it('refuses to start with a wrong secret of the bucket, says so, and prints no key', async () => {
  const bucket = await startS3();
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const config = readConfig({
    DATA_DIR: folder,
    STORAGE: 's3://airwave',
    AWS_ENDPOINT_URL_S3: bucket.access.endpoint,
    AWS_ACCESS_KEY_ID: bucket.access.accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'hunter2hunter2',
  });
  const said: string[] = [];
  const message = await prepare((line) => said.push(line), { config }).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  expect(message).toContain(
    'The bucket of STORAGE cannot be used: GET of bucket "airwave" was refused: the secret key',
  );
  expect([message, ...said].join('\n')).not.toContain('hunter2');
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  await bucket.stop();
  await rm(folder, { recursive: true });
});
