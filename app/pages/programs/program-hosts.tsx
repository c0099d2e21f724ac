import { HostPortrait } from '#app/components/lists/host-portrait.tsx';
import { paths } from '#app/paths.ts';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from './program.module.css';

export function ProgramHosts({
  hosts,
}: {
  hosts: { id: number; name: string; slug: string; picture: string; isGuest: boolean }[];
}) {
  return (
    <section aria-labelledby="hosts">
      <SectionHeading id="hosts">{programsText.hosts}</SectionHeading>
      <ul className={styles.hosts}>
        {hosts.map((host) => (
          <li key={host.id}>
            <HostPortrait picture={host.picture} isGuest={host.isGuest} sizes="96px" alt="" />
            <h3>
              <a href={paths.programHost(host.id, host.slug)}>{host.name}</a>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
