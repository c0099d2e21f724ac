import { automationProviders } from '#server/services/playing/archive.ts';
import { twilioHooks } from '#server/outside/twilio/webhooks.ts';
import { phoneAccount } from '#server/services/accounts/phones.ts';
import type { Runtime } from '#server/runtime.ts';
import type { HookProvider } from '#server/web/webhooks.ts';

/** Every provider with webhooks, in one list: the web service receives them, the worker processes them. */
export function hookProviders({ config, phones }: Runtime): HookProvider[] {
  const { accountSid, authToken } = phoneAccount(config);
  return [twilioHooks({ phones, accountSid, authToken }), ...automationProviders(config)];
}
