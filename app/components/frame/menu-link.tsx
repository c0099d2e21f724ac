import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { addressOf, menuItemText, type MenuItem } from './menu.ts';

/** A menu item that is a link. */
export function MenuLink({
  item,
  isCurrent = false,
  className,
  onPress,
}: {
  item: MenuItem;
  isCurrent?: boolean;
  className?: string | undefined;
  onPress?: () => void;
}) {
  const { target, image, gaAction } = item;
  return (
    <a
      className={className}
      href={addressOf(item)}
      aria-current={isCurrent ? 'page' : undefined}
      data-ga-action={gaAction}
      data-window={item.window?.name}
      data-features={item.window?.features}
      {...(target && { target, rel: 'noopener external' })}
      onClick={onPress}
    >
      {image && <Icon name={image} />}
      {menuItemText(item)}
      {target && <Icon name="arrow-up-right" />}
      {target && <span className="vh">{shell.newWindow}</span>}
      {item.window && <span className="vh">{shell.popup}</span>}
    </a>
  );
}
