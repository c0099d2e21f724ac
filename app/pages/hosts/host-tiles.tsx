import { HostPortrait } from '#app/components/lists/host-portrait.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import styles from './hosts.module.css';
import type { HostTileView } from './hosts.server.ts';

export function HostTiles({ hosts, areGuests = false }: { hosts: HostTileView[]; areGuests?: boolean }) {
  return (
    <ul className={styles.tiles}>
      {hosts.map((host) => (
        <li key={host.id} data-channel={host.channels[0]}>
          <HostPortrait
            picture={host.picture}
            isGuest={areGuests}
            alt=""
            sizes="(min-width: 1200px) 180px, (min-width: 768px) 22vw, 40vw"
          />
          <h3>
            <a href={paths.programHost(host.id, host.slug)}>{host.name}</a>
          </h3>
          {host.tagline && (
            <p>
              <Phrase text={host.tagline} />
            </p>
          )}
          <p className={page.meta}>
            <ChannelNumerals channels={host.channels} />
            {host.program && <span>{host.program}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
