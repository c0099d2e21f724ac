import { useId, useRef } from 'react';
import { hasShareSheet, openShareSheet } from './share-or-copy.ts';
import { articleText } from '#app/text/zh-hk/article.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { copyLink } from './copy-link.ts';
import styles from './share-bar.module.css';

const facebookShare = (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`;
const whatsappShare = (title: string, url: string) => `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`;

/**
 * Ways to share a page: the device's share sheet if available, else plain links in the platform's popover, which works
 * without JavaScript. Nothing is loaded from other sites before a press.
 */
export function ShareBar({ title, url }: { title: string; url: string }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const share = (event: { preventDefault: () => void }) => {
    if (!hasShareSheet({ title, url })) return;
    // Otherwise the popover would open too.
    event.preventDefault();
    void openShareSheet({ title, url }).then((isShared) => isShared || menu.current?.showPopover());
  };
  const close = () => menu.current?.hidePopover();
  const ways = [
    { words: articleText.shareFacebook, href: facebookShare(url) },
    { words: articleText.shareWhatsapp, href: whatsappShare(title, url) },
  ];
  return (
    <div className={styles.bar}>
      <button type="button" aria-label={articleText.share} popoverTarget={id} onClick={share}>
        <Icon name="share-2" />
      </button>
      <button type="button" aria-label={articleText.copy} onClick={() => void copyLink(url)}>
        <Icon name="link" />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu} role="group" aria-label={articleText.share}>
        {ways.map(({ words, href }) => (
          <a key={href} href={href} target="_blank" rel="noopener" onClick={close}>
            {words}
            <Icon name="arrow-up-right" />
            <span className="vh">{shell.newWindow}</span>
          </a>
        ))}
      </div>
    </div>
  );
}
