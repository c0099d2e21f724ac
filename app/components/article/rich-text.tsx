import { Fragment, type ReactNode } from 'react';
import { articleText } from '#app/text/zh-hk/article.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { leadsAway, type RichElement, type RichNode } from '#shared/text/rich-text.ts';
import styles from './content-blocks.module.css';

function Link({ href, children }: { href: string; children: ReactNode }) {
  if (!leadsAway(href)) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <Icon name="arrow-up-right" />
      <span className="vh">{shell.newWindow}</span>
    </a>
  );
}

function Element({ element }: { element: RichElement }) {
  const { tag: Tag, href, children } = element;
  if (Tag === 'br' || Tag === 'hr') return <Tag />;
  const inner = <RichText nodes={children} />;
  if (Tag === 'a') return href === undefined ? inner : <Link href={href}>{inner}</Link>;
  if (Tag === 'th') return <th scope="col">{inner}</th>;
  if (Tag === 'table') {
    // A wide table scrolls sideways in its own box, which is focusable for keyboards.
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={styles.table} role="group" aria-label={articleText.table} tabIndex={0}>
        <table>{inner}</table>
      </div>
    );
  }
  return <Tag>{inner}</Tag>;
}

/** Text of an article. Its tree was made on the server, of allowed elements only. */
export function RichText({ nodes }: { nodes: readonly RichNode[] }) {
  return nodes.map((node, at) => (
    // Parts of a text never move, so their index is their key.
    <Fragment key={at}>{typeof node === 'string' ? <Phrase text={node} /> : <Element element={node} />}</Fragment>
  ));
}
