import { asksNot } from '#app/components/shell/consent.ts';
import { ALL_PURPOSES, ConsentPurpose, NO_PURPOSES } from '#shared/ads/consent.ts';
import { saveConsent } from './save-consent.ts';

export { CookieSettings } from './cookie-settings.tsx';

/** Stores the choice of a consent button. With Global Privacy Control only statistics were asked for. */
export function keepChoice(choice: string): void {
  saveConsent(choice === 'refuse' ? NO_PURPOSES : asksNot() ? ConsentPurpose.STATISTICS : ALL_PURPOSES);
}
