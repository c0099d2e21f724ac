import { hostsText } from '#app/text/zh-hk/hosts.ts';
import { Picture } from '#app/ui/picture.tsx';
import styles from './host-portrait.module.css';

/** A host's portrait. Guests have the guest label, regular hosts never. */
export function HostPortrait({
  picture,
  isGuest,
  sizes,
  alt,
  priority = false,
}: {
  picture: string;
  isGuest: boolean;
  sizes: string;
  alt: string;
  priority?: boolean;
}) {
  return (
    <span className={styles.portrait}>
      <Picture name={picture} alt={alt} sizes={sizes} shape="portrait" priority={priority} />
      {isGuest && <span className={styles.guest}>{hostsText.guest}</span>}
    </span>
  );
}
