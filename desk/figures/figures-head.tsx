import { Link, NavLink, useRouteLoaderData } from 'react-router';
import { figuresText as text } from '#app/text/zh-hk/desk-figures.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { Tabs } from '../frame/tabs.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm } from '../lists/filter-form.tsx';
import type { Session } from '../session.ts';
import type { Days } from './figure-types.ts';
import type { DayFilter } from './two-days.ts';
import styles from './figures.module.css';

/** The heading of a page of the room, and links to the others, which keep the days. */
export function FiguresHead({ page, note, filter = {} }: { page: string; note?: string; filter?: DayFilter }) {
  const session = useRouteLoaderData<Session>('desk');
  usePageTitle(`${text.title}：${page}`);
  return (
    <>
      <RoomHead title={text.title} {...(note !== undefined && { note })} />
      <Tabs label={text.tabsLabel}>
        <NavLink to={deskPaths.figures(filter)} end>
          {text.tabs.listening}
        </NavLink>
        <NavLink to={deskPaths.figuresContent(filter)}>{text.tabs.content}</NavLink>
        <NavLink to={deskPaths.figuresAds(filter)}>{text.tabs.ads}</NavLink>
        {session?.permissions.includes('money.see') && (
          <NavLink to={deskPaths.figuresMoney()}>{text.tabs.money}</NavLink>
        )}
        <NavLink to={deskPaths.figuresChecks(filter)}>{text.tabs.checks}</NavLink>
      </Tabs>
    </>
  );
}

/** Chooses a day, and one to compare it with. */
export function DayChoice({ shown: { day, today }, filter }: { shown: Days; filter: DayFilter }) {
  const to = (other: string) => `?${new URLSearchParams({ ...filter, day: other })}`;
  return (
    <>
      <FilterForm
        label={text.day.label}
        fields={[
          { name: 'day', label: text.day.pick, kind: 'date' },
          { name: 'with', label: text.day.with, kind: 'date' },
        ]}
        filter={filter}
      />
      <p className={styles.steps}>
        <Link to={to(addDaysHk(day, -1))}>{text.day.before}</Link>
        {day < today && <Link to={to(addDaysHk(day, 1))}>{text.day.after}</Link>}
      </p>
    </>
  );
}
