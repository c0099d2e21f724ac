import type { BotCheckServices } from '#domain/forms/forms.ts';
import type { PhoneNumberServices } from '#domain/phones/phones.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { TextMessages, VoiceCalls } from '#shared/outside/phone-services.ts';

/** Dependencies of this module. */
export interface PhoneServices extends BotCheckServices, PhoneNumberServices {
  /** Signs codes. Shared by all processes. */
  secretKey: string;
  /** Base of the callback URLs for providers. */
  siteUrl: string;
  /** With p2a: members can only text us. */
  isSmsOnly: boolean;
  /** Numbers that members call and text, `+852…`. */
  stationNos: readonly string[];
  /** Texts or calls per hour, in total for members without a verified phone, and again for those with one. */
  smsPerHour: number;
  texts: TextMessages;
  calls: VoiceCalls;
  /** Reports failures of the text and voice service to operators. Members see less detail. */
  report: (problem: { service: 'text' | 'voice'; verdict: 'unknown' | 'unavailable'; reason: string }) => void;
}

/** Refuses calls of an inactive mode. */
export function demandMode({ mode }: PhoneServices, wanted: 'p2a' | 'a2p'): void {
  if (mode !== wanted) throw new DomainError('phoneModeNotSet');
}
