import { call } from '../call.ts';

interface Options {
  challenge: string;
}

/** A credential of this browser or a phone that signed a fresh challenge. Throws if the visitor cancels. */
export async function signChallenge(): Promise<object> {
  const options = await call<Options>('/api/staff/login/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as object;
}

/** A new credential for an invited account. Throws if the visitor cancels. */
export async function createCredential(secret: string): Promise<object> {
  const options = await call<Options>('/api/staff/invitation/passkeyOptions', { secret });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as object;
}
