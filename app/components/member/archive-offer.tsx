import { useEffect, useState } from 'react';
import { linkTo } from '#app/components/shell/outside-link.ts';
import { COOKIES, readCookie, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { offer } from '#app/text/zh-hk/archive-offer.ts';
import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { useMember } from '#app/components/frame/member-state.ts';
import styles from './archive-offer.module.css';

/**
 * Opens once for a visitor: its cookie is set as it opens, not when it closes. The layout draws it on pages that
 * start with cookies accepted.
 */
export function ArchiveOffer({ address }: { address: string }) {
  const [open, setOpen] = useState(false);
  const isForThem = useMember()?.show_archive_offer === true;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    setDue(readCookie(document.cookie, COOKIES.offerSeen) !== '1');
  }, []);
  useEffect(() => {
    // Whoever listens, registers or logs in is not interrupted; the next visit tells them.
    if (!isDue || !isForThem || /^\/(member|live|playlist)(\/|$)/i.test(window.location.pathname)) return;
    writeCookie(COOKIES.offerSeen, '1', { maxAgeSeconds: YEAR_SECONDS });
    setDue(false);
    setOpen(true);
  }, [isDue, isForThem]);
  if (!open) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      title={offer.title}
      onClose={close}
      closeLabel={dialogs.close}
      picture={<Picture name="offer" alt={offer.poster} sizes="440px" className={styles.poster} />}
      actions={
        <>
          <Button tone="quiet" onClick={close}>
            {offer.later}
          </Button>
          <ButtonLink tone="cta" {...linkTo(address)} onClick={close}>
            {offer.buy}
          </ButtonLink>
        </>
      }
    >
      <div className={styles.price}>
        <b>
          <small>{offer.currency}</small>
          {offer.price}
        </b>
        <span>{offer.span}</span>
      </div>
      <p>{offer.words}</p>
    </Dialog>
  );
}
