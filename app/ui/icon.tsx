import sprite from './sprite.svg?url';
import styles from './icon.module.css';

export type IconName =
  | 'play'
  | 'pause'
  | 'headphones'
  | 'video'
  | 'chevron-right'
  | 'arrow-left'
  | 'arrow-right'
  | 'layout-list'
  | 'text'
  | 'search'
  | 'calendar-days'
  | 'clock'
  | 'x'
  | 'menu'
  | 'chevron-down'
  | 'chevron-up'
  | 'arrow-up'
  | 'arrow-up-right'
  | 'download'
  | 'thumbs-up'
  | 'square-play'
  | 'camera'
  | 'check'
  | 'info'
  | 'history'
  | 'volume-2'
  | 'volume-x'
  | 'rotate-ccw'
  | 'maximize'
  | 'skip-back'
  | 'skip-forward'
  | 'rotate-cw'
  | 'moon-star'
  | 'share-2'
  | 'link'
  | 'radio'
  | 'fuel'
  | 'truck'
  | 'zap'
  | 'square-parking'
  | 'wrench'
  | 'id-card'
  | 'bus'
  | 'phone-call'
  | 'circle-alert'
  | 'triangle-alert'
  | 'mail'
  | 'user'
  | 'log-out'
  | 'settings'
  | 'smartphone'
  | 'heart'
  | 'bookmark'
  | 'list-plus'
  | 'list-music'
  | 'cast'
  | 'grip-vertical'
  | 'ellipsis'
  | 'arrow-down';

/** A picture beside words: hidden from screen readers, a little larger than the text unless a parent says otherwise. */
export function Icon({ name, fill = false }: { name: IconName; fill?: boolean }) {
  return (
    <svg className={fill ? `${styles.icon} ${styles.fill}` : styles.icon} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
