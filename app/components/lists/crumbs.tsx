import { Icon } from '#app/ui/icon.tsx';
import styles from '#app/styles/page.module.css';

/** Breadcrumbs; the page's own name is the heading below. */
export function Crumbs({ label, steps }: { label: string; steps: { name: string; href: string }[] }) {
  return (
    <nav className={styles.crumbs} aria-label={label}>
      <ol>
        {steps.map((step, at) => (
          <li key={step.href}>
            {at > 0 && <Icon name="chevron-right" />}
            <a href={step.href}>{step.name}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
