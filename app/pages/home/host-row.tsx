import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './home.module.css';

export interface HostRowItem {
  id: number;
  name: string;
  slug: string;
  picture: string;
  channels: ChannelId[];
  /** The programme the host is best known for. */
  program: string;
}

export function HostRow({ hosts }: { hosts: HostRowItem[] }) {
  return (
    <section className={`wrap ${page.section}`} aria-labelledby="hosts">
      <SectionHeading id="hosts" more={{ href: paths.programHosts(), words: home.allHosts }}>
        {home.hostsTitle}
      </SectionHeading>
      <ul className={styles.hosts}>
        {hosts.map((host) => (
          <li key={host.id} data-channel={host.channels[0]}>
            <Picture name={host.picture} alt="" sizes="88px" shape="portrait" />
            <div>
              <h3>
                <a href={paths.programHost(host.id, host.slug)}>{host.name}</a>
              </h3>
              <p className={page.meta}>
                <ChannelNumerals channels={host.channels} />
                {host.program && <span>{host.program}</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
