import type { ReactNode } from 'react';
import { walletTicketText as text } from '#app/text/zh-hk/wallet-ticket.ts';
import type { QrCode } from '#app/components/qr-code/qr-code.server.ts';
import styles from './wallet-ticket.module.css';

/**
 * A ticket as a card: what it admits to, and below the perforation a QR code with what it is for.
 */
export function WalletTicket({
  kind,
  title,
  facts,
  qr,
  qrName,
  children,
}: {
  /** What the ticket is, above its title. */
  kind: string;
  title: ReactNode;
  /** Names with their values, in order. */
  facts: readonly (readonly [string, string])[];
  qr: QrCode;
  /** Accessible name of the code. */
  qrName: string;
  /** What the code is for, and the next press. */
  children: ReactNode;
}) {
  return (
    <div className={styles.ticket}>
      <div className={styles.face}>
        <p className={styles.kind}>
          <span>{text.issuer}</span>
          <span>{kind}</span>
        </p>
        {title}
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.stub}>
        <svg viewBox={`0 0 ${qr.side} ${qr.side}`} role="img" aria-label={qrName} shapeRendering="crispEdges">
          <path d={qr.path} />
        </svg>
        <div>{children}</div>
      </div>
    </div>
  );
}
