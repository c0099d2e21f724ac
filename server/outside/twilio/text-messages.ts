import type { TextMessages } from '#shared/outside/phone-services.ts';
import { askTwilio, type TwilioOptions } from './client.ts';

/** Text messages by Twilio's Messages API. */
export function twilioTexts(options: TwilioOptions): TextMessages {
  const { from } = options;
  const sender = /^MG[0-9a-f]{32}$/.test(from) ? 'MessagingServiceSid' : 'From';
  return {
    send: ({ to, body, statusUrl }) =>
      askTwilio(options, 'Messages', [
        ['To', to],
        [sender, from],
        ['Body', body],
        ['StatusCallback', statusUrl],
      ]),
  };
}
