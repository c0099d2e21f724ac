import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { exactHk } from '#shared/money.ts';

const shown = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return moneyText.none;
  if (/cents$/i.test(field) && typeof value === 'number') return exactHk(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields of a step or a work item as they are; amounts in dollars. */
export function StepDetail({ detail }: { detail: Record<string, unknown> }) {
  const fields = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
  if (fields.length === 0) return moneyText.none;
  return (
    <dl>
      {fields.map(([field, value]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>{shown(field, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
