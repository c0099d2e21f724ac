import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import webPush from 'web-push';
import { createPushSandbox } from '#sandbox/push/push-service.ts';
import { encryptPush } from './encrypt.ts';
import { vapidKeysOf } from './vapid-keys.ts';

const BASE = 'https://push.example/send/';
const keys = vapidKeysOf('a secret of thirty-two letters...');
const headers = {
  ttl: '60',
  'content-encoding': 'aes128gcm',
  authorization: webPush.getVapidHeaders(
    'https://push.example',
    'mailto:a@b.example',
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
  ).Authorization,
};

it('is read by who reads what the library encrypts', () => {
  const sandbox = createPushSandbox(BASE);
  const { endpoint, keys: browser } = sandbox.subscribe({ key: keys.publicKey });
  const id = endpoint.slice(BASE.length);
  const theirs = webPush.encrypt(browser.p256dh, browser.auth, '由佢寫', 'aes128gcm').cipherText;
  for (const body of [
    encryptPush('由我寫', browser),
    theirs,
    encryptPush('', browser),
    encryptPush('字'.repeat(1_300), browser),
  ])
    expect(sandbox.receive(id, headers, body)).toEqual({ status: 201 });
  expect(sandbox.told(endpoint).map(({ text }) => text)).toEqual(['由我寫', '由佢寫', '', '字'.repeat(1_300)]);
});

it('uses keys once, and none that are not of the curve', () => {
  const browser = createECDH('prime256v1');
  const keysOf = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const [first, second] = [encryptPush('同一句', keysOf), encryptPush('同一句', keysOf)];
  expect(first.subarray(0, 16).equals(second.subarray(0, 16))).toBe(false);
  expect(first.subarray(21, 86).equals(second.subarray(21, 86))).toBe(false);
  expect(() => encryptPush('x', { ...keysOf, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toThrow();
  expect(() => encryptPush('字'.repeat(1_400), keysOf)).toThrow('too long');
});

it('is refused by a push service if changed, or with a token for another origin, of another key, or over', () => {
  const sandbox = createPushSandbox(BASE);
  const { endpoint, keys: browser } = sandbox.subscribe({ key: keys.publicKey });
  const id = endpoint.slice(BASE.length);
  const body = encryptPush('真嘅', browser);
  const changed = Buffer.from(body);
  changed[changed.length - 20]! ^= 1;
  expect(sandbox.receive(id, headers, changed)).toEqual({ status: 400 });
  const sign = (origin: string, of: typeof keys, expiration?: number) => ({
    ...headers,
    authorization: webPush.getVapidHeaders(
      origin,
      'mailto:a@b.example',
      of.publicKey,
      of.privateKey,
      'aes128gcm',
      expiration,
    ).Authorization,
  });
  const other = vapidKeysOf('another secret');
  const late = createPushSandbox(BASE, { nowMs: () => Date.now() + 86_400_000 });
  const lateId = late.subscribe().endpoint.slice(BASE.length);
  expect(sandbox.receive(id, sign('https://other.example', keys), body)).toEqual({ status: 403 });
  expect(sandbox.receive(id, sign('https://push.example', other), body)).toEqual({ status: 403 });
  expect(late.receive(lateId, headers, body)).toEqual({ status: 403 });
  const tampered = { ...headers, authorization: headers.authorization.replace(/k=./, 'k=C') };
  expect(sandbox.receive(id, tampered, body)).toEqual({ status: 403 });
  expect(sandbox.receive(id, headers, body)).toEqual({ status: 201 });
});

it('derives the same keys of the station from its secret each time, and others from another', () => {
  expect(vapidKeysOf('a secret of thirty-two letters...')).toEqual(keys);
  expect(vapidKeysOf('another secret').publicKey).not.toBe(keys.publicKey);
});
