import type { MouseEvent } from 'react';
import { isOutside, linkTo } from '#app/components/shell/outside-link.ts';
import { paths } from '#app/paths.ts';
import { outcomeButtons as words } from '#app/text/zh-hk/outcomes.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { MessageButton } from './outcome-buttons.ts';
import styles from './outcome-page.module.css';

export interface MessagePageProps {
  title: string;
  words: string;
  buttons: MessageButton[];
  back: string;
  /** Page that sells plans, or empty. */
  pricing: string;
  afterLogIn: 'memberInfo' | 'memberHistory';
  asksToWrite: boolean;
}

/** A message about an account or a payment, with actions. */
export function OutcomePage({
  title,
  words: message,
  buttons,
  back,
  pricing,
  afterLogIn,
  asksToWrite,
}: MessagePageProps) {
  const page = { memberInfo: paths.userInfo(), memberHistory: paths.memberHistory() };
  const addresses = { ...page, logIn: paths.login({ return: page[afterLogIn] }), back, subscription: pricing };
  const pressed = (button: MessageButton) => (event: MouseEvent) => {
    // If the previous page is on this site, use the browser's history to restore its state.
    if (button !== 'back' || window.history.length < 2 || back === paths.home()) return;
    event.preventDefault();
    window.history.back();
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{title}</h1>
      <p>{message}</p>
      {asksToWrite && (
        <p>
          <a className={styles.contact} href={paths.contactUs()}>
            {words.contact}
          </a>
        </p>
      )}
      <div className={styles.actions}>
        {buttons.map((button, at) => (
          <ButtonLink
            key={button}
            size="large"
            tone={at === 0 ? 'ink' : 'outline'}
            {...(button === 'subscription' ? linkTo(pricing) : { href: addresses[button] })}
            onClick={pressed(button)}
          >
            {words[button]}
            {button === 'subscription' && isOutside(pricing) && <span className="vh">{shell.newWindow}</span>}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
