import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import { phoneLog, type PhoneLog } from '#sandbox/phones/phone-log.ts';
import type { Config } from '#server/config.ts';
import type { Logger } from '#server/operations/log.ts';
import { twilioTexts } from '#server/outside/twilio/text-messages.ts';
import type { TwilioOptions } from '#server/outside/twilio/client.ts';
import { twilioCalls } from '#server/outside/twilio/voice-calls.ts';

const DEMO = {
  accountSid: 'AC00000000000000000000000000000001',
  authToken: 'sandbox-auth-token',
  from: '+85230008810',
  stationNos: ['+85230000881', '+85230000903', '+85230000864', '+85230000100'],
} as const;

/** Log of the demo's texts and calls, shared by all processes of a demo. */
export const demoPhoneLog = (dataDir: string): PhoneLog => phoneLog(join(dataDir, 'sandbox-phones'));

/** The account at the text and voice service; in a demo without one, at the sandbox. */
export const phoneAccount = (config: Config): TwilioOptions => ({
  url: config.SMS_URL.replace(/\/$/, '') || `http://127.0.0.1:${config.PORT}/sandbox/phones`,
  accountSid: config.SMS_ACCOUNT_SID || DEMO.accountSid,
  authToken: config.SMS_AUTH_TOKEN || DEMO.authToken,
  from: config.SMS_FROM || DEMO.from,
});

/** The station's numbers for members to call and text. */
export function stationNosOf({ P2A_NUMBERS, demo }: Config): readonly string[] {
  if (P2A_NUMBERS) return P2A_NUMBERS.split(',').map((stationNo) => stationNo.trim());
  return demo ? DEMO.stationNos : [];
}

export function createPhoneServices(
  config: Config,
  { db, secretKey, log, ...human }: BotCheckServices & { db: Db; secretKey: string; log: Logger },
): PhoneServices {
  const account = phoneAccount(config);
  return {
    ...human,
    db,
    secretKey,
    siteUrl: config.siteUrl,
    mode: config.PHONE_VERIFICATION_MODE,
    isSmsOnly: config.P2A_SMS_ONLY === 'yes',
    stationNos: stationNosOf(config),
    smsPerHour: config.SMS_PER_HOUR,
    texts: twilioTexts(account),
    calls: twilioCalls(account),
    report: (problem) => log.warn(problem, 'the text and voice service rejected a request'),
  };
}
