import { directoryText } from '#app/text/zh-hk/desk-directory.ts';

interface Props {
  name: string;
  label: string;
  value: string | undefined;
  choices: readonly (readonly [value: string | number, words: string | number])[];
}

/** A filter of a list that is one of several, or none. */
export function FilterChoice({ name, label, value = '', choices }: Props) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        <option value="">{directoryText.filters.all}</option>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
