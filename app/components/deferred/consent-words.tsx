import { paths } from '#app/paths.ts';
import { consentText } from '#app/text/zh-hk/consent.ts';
import { Button } from '#app/ui/button.tsx';
import styles from '#app/components/frame/consent-bar.module.css';

const text = consentText.bar;

/**
 * Text and buttons of the consent bar; `ConsentBar` handles the buttons. With Global Privacy Control only statistics
 * are asked for.
 */
export function ConsentWords() {
  return (
    <>
      <p>
        <a href={paths.bilingual('privacy')}>{text.lead}</a>
        <span className={styles.long}>{text.words}</span>
        <span className={styles.short}>{text.short}</span>
        <b>{text.asksNot}</b>
      </p>
      <div>
        <Button tone="outline" data-cookie-settings="" aria-haspopup="dialog">
          {text.settings}
        </Button>
        <Button tone="outline" data-consent-choice="skip" aria-label={text.skip}>
          <span className={styles.long}>{text.skip}</span>
          <span className={styles.short}>{text.skipShort}</span>
        </Button>
        <Button data-consent-choice="refuse">{text.refuse}</Button>
        <Button data-consent-choice="accept">
          <span>{text.accept}</span>
          <b>{text.acceptAsksNot}</b>
        </Button>
      </div>
    </>
  );
}
