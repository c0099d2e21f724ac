import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { launchBrowser, visit } from '#tests/setup/browser.ts';
import { addVirtualAuthenticator } from '#tests/setup/virtual-authenticator.ts';

// A browser's interpretation of our options, and ours of its responses: both formats are defined by the standard.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('adds a passkey in a real browser, logs in with it alone, and no more once it is removed', async () => {
  const { page, close } = await visit(browser, '/aboutUs');
  await addVirtualAuthenticator(page);
  const email = memberFixtures.find(({ isVerified }) => isVerified)?.email;
  const told = await page.evaluate(
    async ({ email, password }) => {
      type Options = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;
      interface Reply {
        response_code: number;
        response: Options & { passkey_id: number; user_id: number };
      }
      const post = async (call: string, body: object): Promise<Reply> => {
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`/api/user/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await reply.json()) as Reply;
      };
      const enter = async () => {
        const { response } = await post('passkeys/logInOptions', {});
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(response);
        const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
        return post('passkeys/logIn', { credential: signed.toJSON() as object, rememberMe: false });
      };
      const byPassword = await post('login', { email, password, rememberMe: false });
      const { response: options } = await post('passkeys/addOptions', {});
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      const added = await post('passkeys/add', { name: 'Chromium', credential: made.toJSON() as object });
      await post('logout', {});
      const byKey = await enter();
      await post('passkeys/remove', { passkey_id: added.response.passkey_id });
      await post('logout', {});
      const after = await enter();
      return { byPassword, byKey, after };
    },
    { email, password: DEMO_PASSWORD },
  );
  expect(told.byKey).toMatchObject({ response_code: 200, response: { user_id: told.byPassword.response.user_id } });
  expect(told.after.response_code).toBe(10006);
  await close();
});
