import { data, type MetaFunction } from 'react-router';
import { errors } from '#app/text/zh-hk/errors.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { ErrorWords } from './error-page.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export const meta: MetaFunction = () => [
  { title: seoText.title(errors.notFoundTitle) },
  { name: 'robots', content: 'noindex' },
];

/** `/error`, with or without a code, and every unknown path. */
export default function NotFound() {
  return <ErrorWords status={404} />;
}
