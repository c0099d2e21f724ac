import { consentNow, onConsent } from '#app/components/shell/consent.ts';
import { ConsentPurpose } from '#shared/ads/consent.ts';
import type { PageAds } from './page-ads.ts';

/** Starts advertising on consent, once the page is interactive, and stops it when consent is withdrawn. */
export function beginAds(): void {
  let running: PageAds | undefined;
  let consentBits = 0;
  const look = async () => {
    const origin = document.querySelector<HTMLElement>('[data-ads-from]')?.dataset.adsFrom;
    consentBits = consentNow();
    running?.end();
    running = undefined;
    if (!origin || !(consentBits & ConsentPurpose.ADVERTISING)) return;
    const told = consentBits;
    try {
      const { PageAds: Ads } = await import('./page-ads.ts');
      if (running === undefined && consentNow() === told) running = new Ads(origin, told);
    } catch (error) {
      console.warn('could not load advertising; the page continues without it', error);
    }
  };
  onConsent(() => {
    if (consentNow() !== consentBits) void look();
  });
  void look();
}
