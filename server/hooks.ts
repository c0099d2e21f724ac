import { automationProviders } from '#server/archive.ts';
import { twilioHooks } from '#server/outside/twilio/hooks.ts';
import { phoneAccount } from '#server/phones.ts';
import type { Runtime } from '#server/runtime.ts';
import type { HookProvider } from '#server/web/hooks.ts';

/** Every provider that tells us something, in one visible list: the web service hears them, the worker does what they say. */
export function hookProviders({ config, phones }: Runtime): HookProvider[] {
  const { accountSid, authToken } = phoneAccount(config);
  return [twilioHooks({ phones, accountSid, authToken }), ...automationProviders(config)];
}
