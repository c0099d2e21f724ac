import { Fragment } from 'react';
import styles from './timetable.module.css';

/** Host names with links to their pages. */
export function HostNames({
  hosts,
  className,
}: {
  hosts: { name: string; href: string }[];
  className?: string | undefined;
}) {
  if (hosts.length === 0) return null;
  return (
    <p className={className}>
      <span className={styles.names}>
        {hosts.map((host, at) => (
          <Fragment key={host.href}>
            {at > 0 && '、'}
            <a href={host.href}>{host.name}</a>
          </Fragment>
        ))}
      </span>
    </p>
  );
}
