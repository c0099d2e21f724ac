import { Form, Link, useLocation, useNavigation } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { SavedViews } from './saved-views.tsx';
import styles from './filter-form.module.css';

const text = deskText.lists;

/** A field of a filter; its name is that of the query parameter. */
export type FilterField = { name: string; label: string } & (
  | { kind: 'text'; maxLength: number; placeholder?: string }
  | { kind: 'id' }
  | { kind: 'date' }
  | { kind: 'check' }
  /** Set beside the form, such as by links. */
  | { kind: 'hidden' }
  | { kind: 'choice'; choices: readonly (readonly [value: string, words: string])[] }
);

function Field({ field, value }: { field: FilterField; value: string | undefined }) {
  const { name, label, kind } = field;
  if (kind === 'hidden') return value === undefined ? null : <input type="hidden" name={name} value={value} />;
  if (kind === 'check')
    return (
      <label className={styles.check}>
        <input name={name} type="checkbox" value="1" defaultChecked={value === '1'} />
        {label}
      </label>
    );
  return (
    <label>
      {label}
      {kind === 'choice' ? (
        <select name={name} defaultValue={value ?? ''}>
          <option value="">{text.any}</option>
          {field.choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      ) : kind === 'id' ? (
        <input name={name} defaultValue={value} inputMode="numeric" pattern="[0-9]{1,9}" />
      ) : kind === 'date' ? (
        <input name={name} type="date" defaultValue={value} />
      ) : (
        <input name={name} defaultValue={value} placeholder={field.placeholder} maxLength={field.maxLength} />
      )}
    </label>
  );
}

/**
 * The filter of a list. It is in the address, so that a view can be sent to a colleague, and kept under a name. `filter`
 * has the values of the address without the position in the list.
 */
export function FilterForm({
  label,
  fields,
  filter,
}: {
  label: string;
  fields: readonly FilterField[];
  filter: Readonly<Record<string, string | undefined>>;
}) {
  const { pathname } = useLocation();
  const isLoading = useNavigation().state === 'loading';
  const kept = Object.fromEntries(
    fields.flatMap(({ name }) => (filter[name] === undefined ? [] : [[name, filter[name]]])),
  );
  const query = new URLSearchParams(kept).toString();
  return (
    <div className={styles.filter}>
      <Form key={query} className={styles.fields} role="search" aria-label={label}>
        {fields.map((field) => (
          <Field key={field.name} field={field} value={filter[field.name]} />
        ))}
        <Button type="submit" disabled={isLoading}>
          {text.show}
        </Button>
        {query !== '' && <Link to={pathname}>{text.clear}</Link>}
      </Form>
      <SavedViews key={pathname} path={pathname} query={query} />
    </div>
  );
}
