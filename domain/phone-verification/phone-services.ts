import type { HumanServices } from '#domain/forms/forms.ts';
import type { PhoneNumberServices } from '#domain/phones/phones.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { TextMessages, VoiceCalls } from '#shared/phone-services.ts';

/** What the doors of this module need of the house. */
export interface PhoneServices extends HumanServices, PhoneNumberServices {
  /** Signs codes; every process has the same. */
  secretKey: string;
  /** Where providers report to. */
  siteUrl: string;
  /** With p2a: members can only text us. */
  isSmsOnly: boolean;
  /** Our numbers that members call and text, `+852…`. */
  stationNos: readonly string[];
  /** Texts or calls an hour for everybody whose phone is not proved, and as many for everybody whose is. */
  smsPerHour: number;
  texts: TextMessages;
  calls: VoiceCalls;
  /** Takes what the text and voice service did not do, for operators: whoever waits is told less. */
  report: (problem: { service: 'text' | 'voice'; verdict: 'unknown' | 'unavailable'; reason: string }) => void;
}

/** Refuses calls of a mode that is off. */
export function demandMode({ mode }: PhoneServices, wanted: 'p2a' | 'a2p'): void {
  if (mode !== wanted) throw new DomainError('phoneModeNotSet');
}
