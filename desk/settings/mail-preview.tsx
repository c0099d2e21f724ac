import { useEffect, useState } from 'react';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import type { Text } from './load-settings.ts';
import styles from './settings.module.css';

const text = settingsText.mails;
const WAIT_MS = 400;

interface Preview {
  subject: string;
  text: string;
  light: string;
  dark: string;
}

const LOOKS = ['light', 'dark', 'plain'] as const;
const WIDTHS = ['wide', 'narrow'] as const;

function Choice<Name extends string>({
  legend,
  names,
  chosen,
  words,
  onChoose,
}: {
  legend: string;
  names: readonly Name[];
  chosen: Name;
  words: Record<Name, string>;
  onChoose: (name: Name) => void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend className="vh">{legend}</legend>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {words[name]}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * A mail as its reader sees it, drawn by the same code that writes it. The frame is sandboxed: nothing in it runs, and its
 * links lead nowhere.
 */
export function MailPreview({
  mailKey: key,
  name,
  text: given,
  isFit,
}: {
  mailKey: string;
  name: string;
  /** Null: a mail with a fixed text. */
  text: Text | null;
  /** False: it is not drawn; the last fitting text stays. */
  isFit: boolean;
}) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isFailing, setFailing] = useState(false);
  const [look, setLook] = useState<(typeof LOOKS)[number]>('light');
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('wide');
  const asked = JSON.stringify({ key, text: given });
  useEffect(() => {
    if (!isFit) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call<Preview>('/api/staff/settings/mail-preview', JSON.parse(asked) as object, stop.signal).then(
        (drawn) => {
          setPreview(drawn);
          setFailing(false);
        },
        () => {
          if (!stop.signal.aborted) setFailing(true);
        },
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, isFit]);
  return (
    <Panel title={text.preview}>
      <div className={styles.choices}>
        <Choice legend={text.look} names={LOOKS} chosen={look} words={text} onChoose={setLook} />
        <Choice legend={text.width} names={WIDTHS} chosen={width} words={text} onChoose={setWidth} />
      </div>
      {isFailing && (
        <p role="alert" className={styles.pad}>
          {text.failed}
        </p>
      )}
      {preview === null && !isFailing && <p className={styles.pad}>{text.refreshing}</p>}
      {preview && (
        <>
          <p className={styles.pad}>
            <b>{preview.subject}</b>
          </p>
          <div className={styles.paper} data-width={width} data-look={look}>
            {look === 'plain' ? (
              <pre>{preview.text}</pre>
            ) : (
              <iframe sandbox="" title={text.frameTitle(name)} srcDoc={preview[look]} />
            )}
          </div>
        </>
      )}
    </Panel>
  );
}
