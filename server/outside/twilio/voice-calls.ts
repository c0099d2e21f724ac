import type { VoiceCalls } from '#shared/phone-services.ts';
import { askTwilio, type TwilioOptions } from './client.ts';
import { promptTwiml } from './twiml.ts';

/** Calls by Twilio's Calls. Nothing but the prompt is said until somebody presses a key. */
export function twilioCalls(options: TwilioOptions): VoiceCalls {
  return {
    call: ({ to, prompt, keyUrl, statusUrl }) =>
      askTwilio(options, 'Calls', [
        ['To', to],
        ['From', options.from],
        ['Twiml', promptTwiml(prompt, keyUrl)],
        ['StatusCallback', statusUrl],
        ...['ringing', 'answered', 'completed'].map((event) => ['StatusCallbackEvent', event] as const),
        ['Timeout', '40'],
      ]),
  };
}
