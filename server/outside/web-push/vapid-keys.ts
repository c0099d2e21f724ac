import { createECDH, hkdfSync } from 'node:crypto';

export interface VapidKeys {
  /** Both base64url. */
  publicKey: string;
  privateKey: string;
}

/**
 * The key pair by which push services know the station (RFC 8292), derived from its secret, so that no key file can be
 * lost. A new secret ends every subscription: browsers subscribe again when their owner opens the page.
 */
export function vapidKeysOf(secretKey: string): VapidKeys {
  const curve = createECDH('prime256v1');
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', secretKey, '', `web push, p-256, ${attempt}`, 32));
    try {
      curve.setPrivateKey(scalar);
    } catch {
      // One in 2^32 is not a valid scalar.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}
