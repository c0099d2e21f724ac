import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { lettersText as text } from '#app/text/zh-hk/desk-letters.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import money from '../money/money.module.css';
import type { ListedLetter } from './letter.types.ts';

const FILTERS = ['state', 'form', 'topic', 'before'] as const;

interface Loaded {
  items: ListedLetter[];
  next_before: number | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

export async function loadLetters({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const path = `/api/staff/letters?${new URLSearchParams(filter)}`;
  return { ...(await call<Omit<Loaded, 'filter'>>(path, undefined, request.signal)), filter };
}

/** What listeners wrote, newest first. */
export function LettersPage() {
  const { items, next_before: next, filter } = useLoaderData<Loaded>();
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title} note={text.note} />
      <FilterForm
        label={text.title}
        fields={[
          { name: 'state', label: text.state, kind: 'choice', choices: Object.entries(text.states) },
          { name: 'form', label: text.form, kind: 'choice', choices: Object.entries(text.forms) },
          { name: 'topic', label: text.topic, kind: 'choice', choices: Object.entries(text.topics) },
        ]}
        filter={filter}
      />
      <Panel title={text.title}>
        {items.length === 0 ? (
          <p className={money.empty}>{Object.keys(filter).length > 0 ? text.noMatch : text.empty}</p>
        ) : (
          <table className={money.table}>
            <thead>
              <tr>
                <th scope="col">{text.topic}</th>
                <th scope="col">{text.from}</th>
                <th scope="col">{text.words}</th>
                <th scope="col">{text.at}</th>
                <th scope="col">{text.owner}</th>
                <th scope="col">{text.state}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((letter) => (
                <tr key={letter.letter_id}>
                  <th scope="row" data-label={text.topic}>
                    <Link to={deskPaths.letter(letter.letter_id)}>
                      #{letter.letter_id} {letter.topic ? text.topics[letter.topic] : text.forms[letter.form]}
                    </Link>
                  </th>
                  <td data-label={text.from}>{letter.name}</td>
                  <td data-label={text.words}>{letter.excerpt}</td>
                  <td data-label={text.at}>{dateTimeHk(new Date(letter.created_ts * 1000)).slice(0, 16)}</td>
                  <td data-label={text.owner}>{letter.owner ?? text.nobody}</td>
                  <td data-label={text.state}>
                    <span className={money.state} data-tone={letter.outcome ? undefined : 'wait'}>
                      {letter.outcome ? text.outcomes[letter.outcome] : text.states.open}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {next !== null && (
          <p className={money.more}>
            <Link to={deskPaths.letters({ ...filter, before: String(next) })}>{text.next}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
