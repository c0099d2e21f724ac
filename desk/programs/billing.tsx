import { useState } from 'react';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { ProgramChoices } from './program-types.ts';
import styles from '../directory/directory.module.css';

const text = directoryText.programs.hosts;

interface Props {
  value: readonly number[];
  hosts: ProgramChoices['hosts'];
  onChange: (value: number[]) => void;
}

/** Hosts of a programme in billing order. */
export function Billing({ value, hosts, onChange }: Props) {
  const [chosen, setChosen] = useState('');
  const hostName = (id: number) => hosts.find((host) => host.id === id)?.name ?? text.unknown(id);
  const move = (from: number, to: number) => {
    const next = [...value];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  const free = hosts.filter(({ id, is_active: isActive }) => isActive && !value.includes(id));
  return (
    <div className={styles.order} role="group" aria-label={directoryText.programs.fields['hostIds']}>
      <h3>{directoryText.programs.fields['hostIds']}</h3>
      {value.length === 0 && <p className={styles.quiet}>{text.none}</p>}
      <ol>
        {value.map((id, i) => {
          const name = hostName(id);
          return (
            <li key={id}>
              <span>
                {name}
                {hosts.some((host) => host.id === id && !host.is_active) && (
                  <span className={styles.quiet}> {text.retired}</span>
                )}
              </span>
              <button type="button" aria-label={text.up(name)} disabled={i === 0} onClick={() => move(i, i - 1)}>
                <Icon name="arrow-up" />
              </button>
              <button
                type="button"
                aria-label={text.down(name)}
                disabled={i === value.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <Icon name="arrow-down" />
              </button>
              <button
                type="button"
                aria-label={text.remove(name)}
                onClick={() => onChange(value.filter((one) => one !== id))}
              >
                <Icon name="x" />
              </button>
            </li>
          );
        })}
      </ol>
      <div className={styles.choose}>
        <select aria-label={text.choose} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{text.choose}</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button
          size="small"
          tone="outline"
          disabled={chosen === ''}
          onClick={() => {
            onChange([...value, Number(chosen)]);
            setChosen('');
          }}
        >
          {text.add}
        </Button>
      </div>
    </div>
  );
}
