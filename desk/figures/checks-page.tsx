import { useState, type SubmitEvent } from 'react';
import { useLoaderData, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router';
import { figuresText } from '#app/text/zh-hk/desk-figures.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { MAX_PROOF_CHARS } from '#domain/audience/figures.rules.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { DirectButton } from '../actions/direct-button.tsx';
import { faultText } from '../actions/fault-text.ts';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import { FilterForm } from '../lists/filter-form.tsx';
import money from '../money/money.module.css';
import type { Session } from '../session.ts';
import { FigureTable, type Column } from './figure-table.tsx';
import { FiguresHead } from './figures-head.tsx';
import { daysOf, type DayFilter } from './two-days.ts';
import styles from './figures.module.css';

const { recompute, verify, parquet } = figuresText;

interface Part {
  what: string;
  before: number;
  after: number;
  is_equal: boolean;
}
interface Recomputed {
  is_equal: boolean;
  parts: Part[];
}

interface Loaded {
  day: string;
  filter: DayFilter;
}

export function loader({ request }: LoaderFunctionArgs): Loaded {
  const filter = daysOf(request.url);
  return { day: filter.day ?? dayHkOf(new Date()), filter };
}

const PARTS: Column<Part>[] = [
  { head: recompute.before, of: ({ before }) => figuresText.number(before) },
  { head: recompute.after, of: ({ after }) => figuresText.number(after) },
  { head: recompute.same, of: ({ is_equal: isEqual }) => (isEqual ? recompute.isSame : recompute.isNot) },
];

function Recompute({ day }: { day: string }) {
  const [done, setDone] = useState<Recomputed | null>(null);
  return (
    <Panel title={figuresText.day.of(recompute.title, day)}>
      <div className={money.panelForm}>
        <p className={money.wide}>{recompute.words}</p>
        <DirectButton
          action="figures.recompute"
          input={{ day }}
          words={recompute.press}
          onDone={(result) => setDone(result as unknown as Recomputed)}
        />
        <p role="status" className={money.wide}>
          {done && (done.is_equal ? recompute.equal : recompute.differs)}
        </p>
      </div>
      {done && (
        <FigureTable
          caption={recompute.title}
          name={recompute.part}
          nameOf={({ what }) => recompute.parts[what] ?? what}
          keyOf={({ what }) => what}
          columns={PARTS}
          rows={done.parts}
        />
      )}
    </Panel>
  );
}

function Verify() {
  const [told, setTold] = useState('');
  const [isBusy, setBusy] = useState(false);
  const check = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = new FormData(event.currentTarget).get('proof');
    setBusy(true);
    try {
      const { is, advertiser, day } = await call<{
        is: 'true' | 'false' | 'unreadable';
        advertiser: string | null;
        day: string | null;
      }>('/api/staff/figures/proof/verify', { text: written });
      setTold(is === 'true' ? verify.true(advertiser ?? '', day ?? '') : verify[is]);
    } catch (error) {
      setTold(faultText(error));
    }
    setBusy(false);
  };
  return (
    <Panel title={verify.title}>
      <form className={styles.proof} onSubmit={(event) => void check(event)}>
        <p>{verify.words}</p>
        <label>
          {verify.text}
          <textarea name="proof" rows={5} required maxLength={MAX_PROOF_CHARS} />
        </label>
        <Button type="submit" tone="outline" disabled={isBusy}>
          {verify.press}
        </Button>
        <p role="status">{told}</p>
      </form>
    </Panel>
  );
}

/** That figures follow from reports, and that a proof is authentic. */
export function Component() {
  const { day, filter } = useLoaderData<Loaded>();
  const session = useRouteLoaderData<Session>('desk');
  return (
    <>
      <FiguresHead page={figuresText.tabs.checks} note={day} filter={filter} />
      <FilterForm
        label={figuresText.day.label}
        fields={[{ name: 'day', label: figuresText.day.pick, kind: 'date' }]}
        filter={filter}
      />
      <Recompute key={day} day={day} />
      <Verify />
      {session?.permissions.includes('figures.export') && (
        <Panel title={figuresText.day.of(parquet.title, day)}>
          <div className={money.panelForm}>
            <p className={money.wide}>{parquet.words}</p>
            <a
              className={money.csv}
              href={`/api/staff/figures/reports.parquet?${new URLSearchParams({ day })}`}
              download
            >
              <Icon name="download" />
              {parquet.press}
            </a>
          </div>
        </Panel>
      )}
    </>
  );
}
