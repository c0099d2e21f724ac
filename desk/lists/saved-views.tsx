import { useEffect, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { faultText, isConflict } from '../actions/fault-text.ts';
import { call } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { formText } from '../form-text.ts';
import styles from './filter-form.module.css';

const text = deskText.lists;

interface View {
  view_id: number;
  name: string;
  query: string;
}

const byName = (a: View, b: View) => a.name.localeCompare(b.name, 'zh-HK');

/** Filters that the visitor named, and a form to name the one that is shown. */
export function SavedViews({ path, query }: { path: string; query: string }) {
  const [views, setViews] = useState<View[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const mine = new AbortController();
    // Without its names the list works as before, so a failure is silent.
    void call<{ items: View[] }>(`/api/staff/views?path=${encodeURIComponent(path)}`, undefined, mine.signal).then(
      ({ items }) => setViews(items),
      () => null,
    );
    return () => mine.abort();
  }, [path]);
  const shown = views.find((view) => view.query === query);
  const save = async (form: HTMLFormElement) => {
    const name = formText(form, 'name');
    if (name === '') return;
    try {
      const saved = await pressed(() => call<View>('/api/staff/views', { path, name, query }));
      setViews([...views.filter((view) => view.name !== name), saved].toSorted(byName));
      setFault('');
    } catch (error) {
      setFault(isConflict(error) ? faultText(error) : text.saveFailed);
    }
  };
  const remove = async ({ view_id: id }: View) => {
    try {
      await pressed(() => call('/api/staff/views/delete', { view_id: id }));
      setViews(views.filter((view) => view.view_id !== id));
      setFault('');
    } catch {
      setFault(text.saveFailed);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save(event.currentTarget);
  };
  if (views.length === 0 && query === '') return null;
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <ul aria-label={text.views}>
          {views.map((view) => (
            <li key={view.view_id}>
              <Link to={`${path}?${view.query}`} aria-current={view === shown ? 'page' : undefined}>
                {view.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <Button size="small" tone="outline" onClick={() => void remove(shown)}>
          <Icon name="x" />
          {text.removeView(shown.name)}
        </Button>
      )}
      {query !== '' && !shown && (
        <form onSubmit={submit}>
          <input name="name" aria-label={text.viewName} placeholder={text.viewName} maxLength={40} required />
          <Button type="submit" size="small" tone="outline">
            {text.saveView}
          </Button>
        </form>
      )}
      <p role="alert">{fault}</p>
    </div>
  );
}
