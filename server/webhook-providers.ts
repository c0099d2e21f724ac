import { automationProviders } from '#server/services/playing/archive.ts';
import { twilioWebhooks } from '#server/outside/twilio/webhooks.ts';
import { phoneAccount } from '#server/services/accounts/phones.ts';
import type { Runtime } from '#server/runtime.ts';
import type { WebhookProvider } from '#server/web/webhook-routes.ts';

/** Every provider with webhooks, in one list: the web service receives them, the worker processes them. */
export function webhookProviders({ config, phones }: Runtime): WebhookProvider[] {
  const { accountSid, authToken } = phoneAccount(config);
  return [twilioWebhooks({ phones, accountSid, authToken }), ...automationProviders(config)];
}
