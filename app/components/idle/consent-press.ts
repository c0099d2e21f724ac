import { asksNot } from '#app/components/shell/consent.ts';
import { ALL_PURPOSES, ConsentPurpose, NO_PURPOSES } from '#shared/consent.ts';
import { saveConsent } from './save-consent.ts';

export { CookieSettings } from './cookie-settings.tsx';

/** What a button of the bar says. A browser that asks not to be followed was asked for statistics alone. */
export function keepChoice(choice: string): void {
  saveConsent(choice === 'refuse' ? NO_PURPOSES : asksNot() ? ConsentPurpose.STATISTICS : ALL_PURPOSES);
}
