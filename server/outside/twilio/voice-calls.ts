import type { VoiceCalls } from '#shared/outside/phone-services.ts';
import { askTwilio, type TwilioOptions } from './client.ts';
import { promptTwiml } from './twiml.ts';

/** Calls by Twilio's Calls API. Only the prompt is spoken until a key is pressed. */
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
